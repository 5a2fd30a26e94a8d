"""The outside face of the engine: typed values, hands, matches, views, results. What examples, bots, server and commands use."""
