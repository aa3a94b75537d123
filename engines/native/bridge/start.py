"""Starts the bridge, with its modules out of one file: to open one after the other takes longer than to run them.

The file is made again whenever a module has changed, or is not what it was made as. It is a cache: all goes on without it.

Languages have packages of their own that run here (`libraries.py`). Those that are known when LLDB is started are in the same
file; one that is told of later has another.
"""

import binascii
import importlib
import importlib.machinery
import marshal
import os
import sys

_HERE = os.path.dirname(__file__)
_PACKAGE = __package__
_PACKAGE_FILE = "__init__"
_CHECKSUM_BYTES = 4


# Where the file is kept: nowhere before the start.
_cache = os.devnull


def run(descriptor, cache, folders=()):
    global _cache
    _cache = cache
    _offer([(_HERE, _PACKAGE), *((folder, package_of(folder)) for folder in folders if os.path.isdir(folder))])
    from . import main

    try:
        for folder in folders:
            load(folder)
    except Exception:  # Whoever asks for it again is told why.
        pass
    main.run(descriptor)


def load(folder):
    """Runs the package of a language that lies in a folder, unless that was done before."""
    name = package_of(folder)
    if name not in sys.modules and not any(isinstance(finder, _Finder) and finder.has(name) for finder in sys.meta_path):
        _offer([(folder, name)])
    importlib.import_module(name)


def package_of(folder):
    """Folders of several languages may have the same name."""
    return f"{_PACKAGE}_of_{binascii.crc32(os.path.normpath(folder).encode()):08x}"


def _offer(packages):
    """What is in these folders can be imported from now on. `packages`: each folder, and the name of its package."""
    sources = {}
    for folder, package in packages:
        sources.update(_sources(folder, package))
    key = binascii.crc32("\0".join(folder for folder, _ in packages).encode())
    file = os.path.join(_cache, f"bridge-{sys.implementation.cache_tag}-{key:08x}")
    modules = _read(file, sources)
    if modules is None:
        modules = _made(sources)
        _write(file, sources, modules)
    sys.meta_path.insert(0, _Finder(modules))


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

    def has(self, name):
        return name in self._modules

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
