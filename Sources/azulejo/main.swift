// The program: it runs the command that its arguments name.

import Commands

Command.run()
