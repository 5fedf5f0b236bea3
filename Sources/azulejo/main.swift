// The command line.

Environment.limitArenas()
Command.run()
