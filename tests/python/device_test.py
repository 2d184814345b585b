#!/usr/bin/env python3
"""Distances on a device, as other libraries take them over: DLPack and __cuda_array_interface__.

usage: device_test.py [--fake PLUGINS]

--fake: the driver is one whose device has the host's memory, and PLUGINS has the plugin `leaves`. Otherwise there must
be a device, whose memory CUDA's runtime reads; array libraries that are there (CuPy, PyTorch, Numba, JAX) take part.
"""

import ctypes
import gc
import importlib
import os
import signal
import sys
import unittest

from needed import need

(numpy,) = need("numpy")
import wayfront  # noqa: E402

FAKE = "--fake" in sys.argv
LIBRARY = wayfront.Library(sys.argv[sys.argv.index("--fake") + 1 :] if FAKE else ())
PLUGINS = ["leaves", "dijkstra"] if FAKE else ["near-far", "push-pull", "dijkstra"]
CUDA = 2


def runtime():
    for name in ("libcudart.so", "libcudart.so.12", "libcudart.so.11.0", "libcudart.so.13"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


RUNTIME = None if FAKE else runtime()


def bytes_at(pointer, size):
    if FAKE:
        return ctypes.string_at(pointer, size)
    copy = ctypes.create_string_buffer(size)
    device_to_host = 2
    failed = RUNTIME.cudaMemcpy(copy, ctypes.c_void_p(pointer), ctypes.c_size_t(size), device_to_host)
    assert failed == 0, failed
    return copy.raw


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    ]


class Managed(ctypes.Structure):
    pass


DROP = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
Managed._fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("drop", DROP)]


class ManagedWithVersion(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("drop", DROP),
        ("flags", ctypes.c_uint64),
        ("tensor", Tensor),
    ]


def capsule_call(name, result, *arguments):
    function = getattr(ctypes.pythonapi, name)
    function.restype = result
    function.argtypes = [ctypes.py_object, ctypes.c_char_p, *arguments]
    return function


get_pointer = capsule_call("PyCapsule_GetPointer", ctypes.c_void_p)
is_valid = capsule_call("PyCapsule_IsValid", ctypes.c_int)
set_name = capsule_call("PyCapsule_SetName", ctypes.c_int)


class Taken:
    """A consumer, as other libraries have it: takes over the tensor of a capsule, and drops it at the end."""

    def __init__(self, array, versioned=False):
        capsule = array.__dlpack__(stream=None, max_version=(1, 0)) if versioned else array.__dlpack__()
        name = b"dltensor_versioned" if versioned else b"dltensor"
        kind = ManagedWithVersion if versioned else Managed
        self.address = get_pointer(capsule, name)
        self.managed = kind.from_address(self.address)
        set_name(capsule, b"used_" + name)

    def array(self):
        tensor = self.managed.tensor
        assert tensor.lanes == 1 and tensor.offset == 0
        shape = [tensor.shape[i] for i in range(tensor.dimensions)]
        strides = [tensor.strides[i] for i in range(tensor.dimensions)]
        dtype = numpy.dtype({0: "i", 2: "f"}[tensor.code] + str(tensor.bits // 8))
        array = numpy.frombuffer(bytes_at(tensor.data, int(numpy.prod(shape)) * dtype.itemsize), dtype)
        array = array.reshape(shape)
        assert [stride * dtype.itemsize for stride in strides] == list(array.strides)
        return array

    def drop(self):
        self.managed.drop(self.address)


def blocks():
    """Those that the fake driver has given away."""
    return ctypes.c_uint64.in_dll(ctypes.CDLL("libcuda.so.1"), "fake_blocks").value


class OnDevice(unittest.TestCase):
    def graphs(self):
        for dtype in ("int32", "int64", "float32", "float64"):
            yield dtype, LIBRARY.generate("grid", rows=21, columns=13, dtype=dtype)

    def test_dlpack(self):
        for dtype, graph in self.graphs():
            for plugin in PLUGINS:
                solver = graph.solver(plugin)
                for source in (5, [5, 0, 200]):
                    for certify in (True, False):
                        expected = graph.solver().solve(source).distances
                        result = solver.solve(source, certify=certify, on_device=True)
                        array = result.device_distances
                        self.assertEqual(array.__dlpack_device__(), (CUDA, 0))
                        self.assertEqual((array.shape, array.dtype), (expected.shape, expected.dtype))
                        for versioned in (False, True):
                            taken = Taken(array, versioned)
                            if versioned:
                                self.assertEqual((taken.managed.major, taken.managed.flags), (1, 0))
                            tensor = taken.managed.tensor
                            self.assertEqual((tensor.device_type, tensor.device), (CUDA, 0))
                            numpy.testing.assert_array_equal(taken.array(), expected, f"{plugin} {dtype}")
                            taken.drop()

    def test_cuda_array_interface(self):
        for dtype, graph in self.graphs():
            for plugin in PLUGINS:
                result = graph.solver(plugin).solve([3, 9], certify=False, on_device=True)
                interface = result.device_distances.__cuda_array_interface__
                self.assertEqual(interface["version"], 3)
                self.assertIsNone(interface["strides"])
                self.assertIsNone(interface["stream"])
                self.assertEqual(interface["shape"], (2, len(graph)))
                pointer, read_only = interface["data"]
                self.assertFalse(read_only)
                found = numpy.frombuffer(bytes_at(pointer, 2 * len(graph) * graph.dtype.itemsize), interface["typestr"])
                numpy.testing.assert_array_equal(found.reshape(2, -1), graph.solver().solve([3, 9]).distances)

    def test_memory_lives_as_long_as_somebody_has_it(self):
        graph = LIBRARY.generate("grid", rows=21, columns=13)
        solver = graph.solver(PLUGINS[0])
        expected = graph.solver().solve(7).distances
        taken = Taken(solver.solve(7, on_device=True).device_distances)
        array = solver.solve(7, on_device=True).device_distances
        for _ in range(3):
            solver.solve(100, on_device=True)
        del solver
        gc.collect()
        numpy.testing.assert_array_equal(taken.array(), expected)
        numpy.testing.assert_array_equal(Taken(array).array(), expected)
        taken.drop()

    @unittest.skipUnless(FAKE, "counts the blocks of the fake driver")
    def test_nothing_is_left(self):
        gc.collect()
        before = blocks()
        solver = LIBRARY.generate("grid", rows=21, columns=13).solver("leaves")
        for number in range(200):
            array = solver.solve(7, certify=False, on_device=True).device_distances
            if number % 3 == 0:
                array.__dlpack__()  # nobody takes it
            if number % 3 == 1:
                Taken(array, number % 2 == 0).drop()
        del array, solver
        gc.collect()
        self.assertEqual(blocks(), before)

    def test_an_array_library_of_the_host_refuses_it(self):
        array = LIBRARY.generate("grid", rows=3, columns=3).solver().solve(0, on_device=True).device_distances
        if hasattr(numpy, "from_dlpack"):
            with self.assertRaises((RuntimeError, BufferError, TypeError, ValueError)):
                numpy.from_dlpack(array)
        with self.assertRaises(BufferError):
            array.__dlpack__(copy=True)
        with self.assertRaises(BufferError):
            array.__dlpack__(dl_device=(1, 0))
        self.assertEqual(is_valid(array.__dlpack__(dl_device=(CUDA, 0), copy=False), b"dltensor"), 1)

    def test_what_is_only_there_or_only_here(self):
        graph = LIBRARY.generate("grid", rows=21, columns=13)
        solver = graph.solver(PLUGINS[0])
        there = solver.solve(7, certify=False, on_device=True)
        with self.assertRaisesRegex(wayfront.UsageError, "on the device alone"):
            there.distances
        self.assertIn("DeviceArray", repr(there.device_distances))
        with self.assertRaisesRegex(wayfront.UsageError, "on_device"):
            solver.solve(7).device_distances
        both = solver.solve(7, predecessors=True, on_device=True)
        self.assertEqual(both.path(90).length, both.distance(90))
        self.assertEqual(solver.nearest([3, 7], on_device=True).device_distances.shape, (len(graph),))
        cyclic = LIBRARY.from_edges([0, 1], [1, 0], [2, -3])
        with self.assertRaises(wayfront.NegativeCycleError):
            LIBRARY.solve(cyclic, 0, on_device=True).device_distances

    def test_forked_process(self):
        solver = LIBRARY.generate("grid", rows=3, columns=3).solver()
        solver.solve(0, on_device=True)
        child = os.fork()
        if child == 0:
            signal.alarm(30)
            try:
                solver.solve(0, on_device=True)
            except wayfront.UnsupportedError as error:
                os._exit(0 if "spawn" in str(error) else 2)
            os._exit(1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


def library_named(name):
    """An array library that can use the device, or None."""
    if FAKE:
        return None
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


cupy, torch, jax, numba_cuda = (library_named(name) for name in ("cupy", "torch", "jax", "numba.cuda"))


class OtherLibraries(unittest.TestCase):
    """Arrays of CuPy, PyTorch, Numba and JAX on the memory of a result."""

    def solved(self, plugin, dtype, source):
        graph = LIBRARY.generate("grid", rows=21, columns=13, dtype=dtype)
        expected = graph.solver().solve(source).distances
        return graph.solver(plugin).solve(source, certify=False, on_device=True).device_distances, expected

    def check(self, takes, to_host):
        """takes(array): their array of it. Equal, of the same shape and type, and on the same memory."""
        for dtype in ("int32", "int64", "float32", "float64"):
            for plugin in PLUGINS:
                for source in (5, [5, 0, 200]):
                    array, expected = self.solved(plugin, dtype, source)
                    address = array.__cuda_array_interface__["data"][0]
                    theirs = takes(array)
                    del array
                    gc.collect()
                    found = to_host(theirs)
                    self.assertEqual((found.shape, found.dtype), (expected.shape, expected.dtype))
                    numpy.testing.assert_array_equal(found, expected, f"{plugin} {dtype}")
                    if hasattr(theirs, "data_ptr"):
                        self.assertEqual(theirs.data_ptr(), address)
                    elif hasattr(theirs, "__cuda_array_interface__"):
                        self.assertEqual(theirs.__cuda_array_interface__["data"][0], address)

    @unittest.skipUnless(cupy, "needs CuPy")
    def test_cupy(self):
        self.check(cupy.from_dlpack, cupy.asnumpy)
        self.check(cupy.asarray, cupy.asnumpy)

    @unittest.skipUnless(torch, "needs PyTorch")
    def test_torch(self):
        self.check(torch.from_dlpack, lambda tensor: tensor.cpu().numpy())
        self.check(lambda array: torch.as_tensor(array, device="cuda"), lambda tensor: tensor.cpu().numpy())

    @unittest.skipUnless(numba_cuda, "needs Numba")
    def test_numba(self):
        self.check(numba_cuda.as_cuda_array, lambda array: array.copy_to_host())

    @unittest.skipUnless(jax, "needs JAX")
    def test_jax(self):
        try:
            jax.devices("gpu")
        except RuntimeError as error:
            self.skipTest(str(error))
        jax.config.update("jax_enable_x64", True)
        self.check(jax.dlpack.from_dlpack, numpy.asarray)

    @unittest.skipUnless(torch, "needs PyTorch")
    def test_memory_is_not_used_again_while_a_kernel_reads_it(self):
        """A kernel of another stream reads the memory of a result that nobody has any more; the next solve waits."""
        graph = LIBRARY.generate("grid", rows=210, columns=130)
        solver = graph.solver(PLUGINS[0])
        expected = graph.solver().solve(7).distances
        stream = torch.cuda.Stream()
        for _ in range(5):
            taken = torch.from_dlpack(solver.solve(7, certify=False, on_device=True).device_distances)
            address = taken.data_ptr()
            copy = torch.empty_like(taken)
            torch.cuda.synchronize()
            with torch.cuda.stream(stream):
                torch.cuda._sleep(200_000_000)  # a tenth of a second
                copy.copy_(taken)
            del taken
            gc.collect()
            later = solver.solve(20_000, certify=False, on_device=True)
            self.assertEqual(later.device_distances.__cuda_array_interface__["data"][0], address)
            stream.synchronize()
            numpy.testing.assert_array_equal(copy.cpu().numpy(), expected)
            del later

    @unittest.skipUnless(torch and cupy, "needs PyTorch and CuPy")
    def test_complete_on_any_stream(self):
        """Nobody waits between solve() and the first kernel of a stream that waits for no other."""
        graph = LIBRARY.generate("grid", rows=210, columns=130)
        expected = int(graph.solver().solve(7).distances.sum(dtype="int64"))
        for plugin in PLUGINS:
            solver = graph.solver(plugin)
            for _ in range(10):
                array = solver.solve(7, certify=False, on_device=True).device_distances
                with torch.cuda.stream(torch.cuda.Stream()):
                    self.assertEqual(int(torch.from_dlpack(array).sum(dtype=torch.int64)), expected)
                with cupy.cuda.Stream(non_blocking=True):
                    self.assertEqual(int(cupy.from_dlpack(array).sum(dtype="int64")), expected)

    @unittest.skipUnless(torch, "needs PyTorch")
    def test_they_may_write_there(self):
        graph = LIBRARY.generate("grid", rows=21, columns=13)
        solver = graph.solver(PLUGINS[0])
        result = solver.solve(7, on_device=True)
        expected = result.distances.copy()
        torch.from_dlpack(result.device_distances).fill_(-1)
        torch.cuda.synchronize()
        numpy.testing.assert_array_equal(result.distances, expected)
        again = solver.solve(7, on_device=True)
        numpy.testing.assert_array_equal(torch.from_dlpack(again.device_distances).cpu().numpy(), expected)


if __name__ == "__main__":
    if not FAKE:
        try:
            LIBRARY.generate("grid", rows=2, columns=2).solver().solve(0, on_device=True)
        except wayfront.UnsupportedError as error:
            print(f"skipped: {error}")
            sys.exit(77)
        if RUNTIME is None:
            print("skipped: CUDA's runtime, libcudart.so, was not found")
            sys.exit(77)
    unittest.main(argv=sys.argv[:1])
