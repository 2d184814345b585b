#!/usr/bin/env python3
"""Prints docs/python-reference.md: everything public with its docstring. A test compares both.

usage: PYTHONPATH=build/release/python python/scripts/make_reference.py >docs/python-reference.md
"""

import inspect

import wayfront

HEAD = """# Python reference

Made from the docstrings by `python/scripts/make_reference.py`. [from-python.md](from-python.md) leads through it.
"""


def text_of(thing):
    """The docstring with its examples in blocks."""
    lines, inside = [], False
    for line in (inspect.getdoc(thing) or "").splitlines():
        if line.startswith(">>>") and not inside:
            lines.append("```python")
            inside = True
        if inside and not line:
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, "```"] if inside else lines)


def signature_of(thing):
    """Without types, which the package has."""
    signature = inspect.signature(thing)
    plain = {"annotation": inspect.Parameter.empty}
    words = [word.replace(**plain) for name, word in signature.parameters.items() if name != "self"]
    return str(signature.replace(parameters=words, return_annotation=inspect.Signature.empty))


def section(level, name, thing):
    title = name + signature_of(thing) if inspect.isroutine(thing) else name
    return f"{'#' * level} `{title}`\n\n{text_of(thing)}\n"


def parts(name, thing):
    """Of a class: its fields, properties and methods, in the order of the source."""
    if inspect.isclass(thing) and issubclass(thing, Exception):
        bases = ", ".join(f"`{base.__name__}`" for base in thing.__bases__)
        yield f"## `{name}`: {bases}\n\n{text_of(thing)}\n"
        return
    yield section(2, name, thing)
    if not inspect.isclass(thing) or name == "Library":  # whose methods are the functions of the module
        return
    fields = list(getattr(thing, "__dataclass_fields__", {}))
    if fields:
        yield "Fields: " + ", ".join(f"`{field}`" for field in fields) + ".\n"
    for member, what in vars(thing).items():
        if member.startswith("_"):
            continue
        if isinstance(what, property):
            yield f"### `{name}.{member}`\n\n{text_of(what)}\n"
        elif inspect.isfunction(what):
            yield section(3, f"{name}.{member}", what)


def main():
    named = ((name, getattr(wayfront, name)) for name in wayfront.__all__)
    everything = {name: what for name, what in named if callable(what)}  # the constant is explained where it is taken
    groups = {"Functions": [], "Classes": [], "Exceptions": []}
    for name, what in everything.items():
        kind = "Functions" if inspect.isroutine(what) else "Exceptions" if issubclass(what, Exception) else "Classes"
        groups[kind].append(name)
    sections = [HEAD]
    for title, names in groups.items():
        sections.append(f"# {title}\n")
        for name in names:
            sections.extend(parts(name, everything[name]))
    print("\n".join(sections), end="")


main()
