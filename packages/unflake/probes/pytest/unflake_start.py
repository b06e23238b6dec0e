"""What the engine tells a process by variables, which neither the tests nor their child processes shall see."""

import os


class Start:
    def __init__(self, gate, serves, imports):
        """`gate`: the descriptor at which to wait, or None. `serves`: each trial runs in a fork. `imports`: where to learn what to load."""
        self.gate = gate
        self.serves = serves
        self.imports = imports

    def learn(self):
        """To be called where the process itself runs the trial."""
        if self.imports is not None:
            from unflake_imports import learn_at_exit

            learn_at_exit(self.imports)


def read():
    gate = os.environ.pop("UNFLAKE_GATE", None)
    given = os.environ.pop("UNFLAKE_GIVEN_SEED", None)
    # The interpreter has read it. A seed that a condition or the project sets stays.
    if given is not None and os.environ.get("PYTHONHASHSEED") == given:
        del os.environ["PYTHONHASHSEED"]
    number = None if gate is None else int(gate.rstrip("+"))
    return Start(number, gate is not None and gate.endswith("+"), os.environ.pop("UNFLAKE_IMPORTS", None))
