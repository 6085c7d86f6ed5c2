"""The plane: points, headings and areas, measured exactly.

Numbers are exact, whole numbers or fractions, and a length is in grains of 1/144 inch;
x grows to the right, y away from the near edge. What has no exact
number is measured: lengths up to the next lattice step of 1/12 inch, angles up to the
next degree. So `<=` and `>` against whole steps and degrees are exact. Corners of what
stands askew are rounded to the nearest grain; what follows from them is exact again.
"""
