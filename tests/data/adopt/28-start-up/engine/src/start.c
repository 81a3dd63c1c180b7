#include "att.h"

int start(void);

int start(void)
{
    init_attacks();
    return 0;
}
