from tests.shared_cases import Shared  # noqa: F401
