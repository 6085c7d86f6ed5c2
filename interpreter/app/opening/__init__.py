"""From words to what is run: packs, scenarios, arguments, games, policies."""
