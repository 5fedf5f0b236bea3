// The command line.

Command.run()
