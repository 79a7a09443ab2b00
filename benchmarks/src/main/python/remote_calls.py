"""What RemoteCalls measures, on Ray's Python side. Prints the same lines. Run by tools/benchmark remote where Ray is installed."""

import statistics
import sys
import time

import ray

IN_FLIGHT = 1000
ROUNDS = 7
ROUND_SECONDS = 0.5


@ray.remote
def same(number):
    return number


@ray.remote
def sleep_ten(result):
    time.sleep(0.01)
    return result


@ray.remote
def references(count):
    return [ray.put(i) for i in range(count)]


@ray.remote
class Counter:
    def __init__(self):
        self.count = 0

    def add(self, number):
        self.count += number
        return self.count


def figure(name, value):
    print(f"figure {name} {value}", flush=True)


def per_second(batch):
    began = time.perf_counter()
    calls = 0
    while time.perf_counter() - began < ROUND_SECONDS:
        calls += batch()
    return calls / (time.perf_counter() - began)


def alone(name, batch):
    per_second(batch)
    per_second(batch)
    figure(name, statistics.median(per_second(batch) for _ in range(ROUNDS)))


def one(call):
    def batch():
        ray.get(call())
        return 1

    return batch


def thousand(call):
    def batch():
        ray.get([call() for _ in range(IN_FLIGHT)])
        return IN_FLIGHT

    return batch


def puts():
    for i in range(100):
        ray.put(i)
    return 100


def large():
    array = bytearray(100 << 20)
    rates = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        ref = ray.put(bytes(array))
        rates.append(len(array) / (time.perf_counter() - began))
        del ref
    figure("put.bytes", statistics.median(rates))


def created(count):
    began = time.perf_counter()
    actors = [Counter.remote() for _ in range(count)]
    ray.get([actor.add.remote(1) for actor in actors])
    rate = count / (time.perf_counter() - began)
    for actor in actors:
        ray.kill(actor)
    return rate


def main():
    began = time.perf_counter()
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level="ERROR")
    ray.get(same.remote(1))
    figure("start", time.perf_counter() - began)
    alone("task.single", one(lambda: same.remote(7)))
    alone("task.burst", thousand(lambda: same.remote(7)))
    counter = Counter.remote()
    alone("actor.single", one(lambda: counter.add.remote(1)))
    alone("actor.burst", thousand(lambda: counter.add.remote(1)))
    alone("put.small", puts)
    large()
    ready = [same.remote(i) for i in range(IN_FLIGHT)]
    ray.get(ready)
    alone("wait", lambda: len(ray.wait(ready, num_returns=IN_FLIGHT)[0]) // IN_FLIGHT)
    box = references.remote(10_000)
    alone("references", one(lambda: box))
    figure("actors.shared", statistics.median(created(4) for _ in range(3)))
    cpus = ray.cluster_resources()["CPU"]
    began = time.perf_counter()
    ray.get([sleep_ten.remote("here") for _ in range(1000)])
    figure("classic", (time.perf_counter() - began) / (-(-1000 // cpus) * 0.01))


if __name__ == "__main__":
    main()
