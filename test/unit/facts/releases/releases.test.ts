import { expect, it } from "vitest";
import {
  behaves,
  checkedAs,
  isKnownRelease,
  judgedAs,
  newChainOf,
  newestRelease,
  releaseText,
} from "../../../../src/facts/releases/releases";
import { sayInEnglish } from "../../../../src/text/catalogue";

it("an unknown release is judged as the newest known one that isn't newer", () => {
  expect(["3.16.7", "3.17.2", "3.18.0", "4.0.0", "2.9.0"].map(checkedAs)).toEqual([
    "3.16.4",
    "3.17.1",
    "3.17.1",
    "3.17.1",
    "3.0.0",
  ]);
  expect(["3.17.1", "v3.17.0", "3.16.5", "3.17.2", "3.18.0", "3.10.1"].map(isKnownRelease)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(newestRelease).toBe("3.17.1");
});

it("a new chain has the data version and the executor of its generator", () => {
  const made = (version: string): string => {
    const { compatibilityVersion, executorVersion } = newChainOf(version);
    return `${compatibilityVersion}/${executorVersion}`;
  };
  expect(["3.6.1", "3.15.2", "3.15.5", "3.16.4", "3.17.0", "3.17.1", "3.18.0"].map(made)).toEqual([
    "3.6.0/0",
    "3.15.1/0",
    "3.15.2/1",
    "3.16.0/1",
    "3.16.0/1",
    "3.17.1/1",
    "3.17.1/1",
  ]);
});

it("a behaviour begins with its release and stays", () => {
  const when = (name: Parameters<typeof behaves>[1]): boolean[] =>
    ["3.16.4", "3.17.0", "3.17.1", "3.18.0"].map((version) => behaves(version, name));
  expect(when("checksFormOfTo")).toEqual([false, true, true, true]);
  expect(when("guardsRecoveryByte")).toEqual([false, false, true, true]);
});

it("an unknown release is never shown as a known one", () => {
  const shown = (named: string | undefined): string => sayInEnglish(releaseText(named));
  expect([undefined, "3.17.1", "3.16.4", "3.17.2", "3.18.0", "3.16.9"].map(shown)).toEqual([
    "unknown, checked as 3.17.1",
    "3.17.1",
    "3.16.4",
    "3.17.2 (unknown, checked as 3.17.1)",
    "3.18.0 (unknown, checked as 3.17.1)",
    "3.16.9 (unknown, checked as 3.16.4)",
  ]);
  expect([undefined, "3.18.0", "3.16.4", "3.4.1"].map(judgedAs)).toEqual(["3.17.1", "3.17.1", "3.16.4", "3.4.1"]);
});
