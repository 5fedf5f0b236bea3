// Help for the sanitizers. Linking this target into the test program is all that is needed.
#ifndef AZULEJO_SANITIZERS_H
#define AZULEJO_SANITIZERS_H

#endif
