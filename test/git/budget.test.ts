// Budgets with parts, and work in slices that yields to other requests.
import { expect, test, vi } from "vitest";
import { Budget, finish, unlimited, type Work } from "../../src/git/budget.ts";
import { inSlices, startSlices } from "../../src/git/slices.ts";

test("steps of a part are spent from the whole, and the part is spent when the whole is", () => {
  const whole = new Budget(10);
  const [one, other] = [whole.part(6), whole.part(6)];
  one.spend(6);
  expect([one.isSpent, one.canSpend(1), other.canSpend(4), other.canSpend(5)]).toEqual([false, false, true, false]);
  other.spend(5);
  expect([whole.isSpent, one.isSpent, other.isSpent]).toEqual([true, true, true]);
});

test("a spent part leaves the rest of the whole", () => {
  const whole = new Budget(10);
  const part = whole.part(2);
  part.spend(3);
  expect([part.isSpent, whole.isSpent, whole.canSpend(7)]).toEqual([true, false, true]);
});

test("a slice ends once per slice of steps, whichever part spends them", () => {
  const whole = unlimited();
  const parts = [whole.part(1e9), whole.part(1e9)];
  let slices = 0;
  for (let round = 0; round < 100; round++) {
    for (const part of parts) {
      part.spend(100_000);
      if (part.endsSlice()) slices += 1;
    }
  }
  expect(slices).toBe(20);
});

function* countTo(end: number, seen: number[] = []): Work<number> {
  for (let count = 0; count < end; count++) {
    seen.push(end);
    yield;
  }
  return end;
}

test("work runs at once, or in slices between which timers run", async () => {
  expect(finish(countTo(3))).toBe(3);
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 0);
  expect(await inSlices(countTo(10))).toBe(10);
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(5);
});

test("slices of concurrent work alternate", async () => {
  const seen: number[] = [];
  await Promise.all([20, 21, 22].map((end) => inSlices(countTo(end, seen))));
  expect(seen).toEqual([...Array.from({ length: 20 }, () => [20, 21, 22]).flat(), 21, 22, 22]);
});

test("work whose request was cancelled, so that its timers never end, holds up nobody", async () => {
  const seen: number[] = [];
  const never = setInterval(() => {}, 60_000);
  using timers = vi.spyOn(globalThis, "setTimeout").mockReturnValue(never);
  void inSlices(countTo(1_000, seen));
  timers.mockRestore();
  await Promise.all([2, 3].map((end) => inSlices(countTo(end, seen))));
  clearInterval(never);
  expect(seen).toEqual([1_000, 2, 3, 2, 3, 3]);
});

test("an error within a slice reaches the caller", async () => {
  function* failing(): Work<never> {
    yield;
    throw new Error("It failed");
  }
  await expect(inSlices(failing())).rejects.toThrow("It failed");
  await expect(startSlices(failing())).rejects.toThrow("It failed");
});

test("work of one slice ends without a promise", () => {
  expect(startSlices(oneSlice())).toBeUndefined();
});

function* oneSlice(): Work<void> {}
