"""Starts the bridge, with its modules out of one file: to open one after the other takes longer than to run them.

The file is made again whenever a module has changed, or is not what it was made as. It is a cache: all goes on without it.
"""

import binascii
import importlib.machinery
import marshal
import os
import sys

_HERE = os.path.dirname(__file__)
_PACKAGE = __package__
_PACKAGE_FILE = "__init__"
_CHECKSUM_BYTES = 4


def run(descriptor, cache):
    sources = _sources(_HERE, _PACKAGE)
    file = os.path.join(cache, f"bridge-{sys.implementation.cache_tag}-{binascii.crc32(_HERE.encode()):08x}")
    modules = _read(file, sources)
    if modules is None:
        modules = _made(sources)
        _write(file, sources, modules)
    sys.meta_path.insert(0, _Finder(modules))
    from . import main

    main.run(descriptor)


def _sources(folder, package):
    """Name of each module to its path, when it was last changed, and how long it is."""
    found = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            name, extension = os.path.splitext(entry.name)
            if extension == ".py":
                status = entry.stat()
                full = package if name == _PACKAGE_FILE else f"{package}.{name}"
                found[full] = (entry.path, status.st_mtime_ns, status.st_size)
            elif os.path.exists(os.path.join(entry.path, f"{_PACKAGE_FILE}.py")):
                found.update(_sources(entry.path, f"{package}.{entry.name}"))
    return found


def _read(file, sources):
    try:
        with open(file, "rb") as stream:
            data = stream.read()
        checksum, body = data[:_CHECKSUM_BYTES], memoryview(data)[_CHECKSUM_BYTES:]
        if int.from_bytes(checksum, "little") != binascii.crc32(body):
            return None
        made_of, modules = marshal.loads(body)
        return modules if made_of == sources else None
    except (OSError, EOFError, ValueError, TypeError):
        return None


def _made(sources):
    modules = {}
    for name, (path, _, _) in sources.items():
        with open(path, "rb") as stream:
            modules[name] = compile(stream.read(), path, "exec")
    return modules


def _write(file, sources, modules):
    body = marshal.dumps((sources, modules))
    own = f"{file}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(own, "wb") as stream:
            stream.write(binascii.crc32(body).to_bytes(_CHECKSUM_BYTES, "little") + body)
        os.replace(own, file)
    except OSError:
        # A full disk, or nobody's folder.
        try:
            os.unlink(own)
        except OSError:
            pass


class _Finder:
    def __init__(self, modules):
        self._modules = modules

    def find_spec(self, name, path=None, target=None):
        code = self._modules.get(name)
        if code is None:
            return None
        is_package = os.path.basename(code.co_filename) == f"{_PACKAGE_FILE}.py"
        return importlib.machinery.ModuleSpec(name, self, is_package=is_package)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        code = self._modules[module.__name__]
        module.__file__ = code.co_filename
        exec(code, module.__dict__)
