"""What the server answers over HTTP, as JSON: one module a noun, each with its structs and handlers. The contract is the OpenAPI at /schema."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from paiju.server.services import Services

Asked = Request[Any, Any, Any]
Given = NamedDependency[Services]
