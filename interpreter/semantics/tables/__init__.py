"""Tables and modifiers, with the proofs that their rows cover what they must."""
