import { expect, it } from "vitest";
import { linkLibraries, namesFromComments } from "../../../../src/chain/artifact/linkLibraries";

const marker = (digit: string): string => `$${digit.repeat(34)}$`;
const code = `60__${marker("a")}__60__${marker("b")}__`;
const comments = (...places: string[]): string =>
  `${code}\n\n${places.map((place, at) => `// ${marker("abc"[at] ?? "")} -> ${place}`).join("\r\n")}\n`;
const [one, two] = [`0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`];

it("tells libraries of one name in several files apart, as the comments below a code name them", () => {
  const alone = namesFromComments(comments("contracts/a.sol:Sums", "contracts/b.sol:Words"));
  expect(Object.values(alone)).toEqual(["Sums", "Words"]);
  const same = namesFromComments(comments("contracts/a.sol:Sums", "contracts/b.sol:Sums"));
  expect(Object.values(same)).toEqual(["contracts/a.sol:Sums", "contracts/b.sol:Sums"]);
  const given = { "contracts/a.sol:Sums": one, "contracts/b.sol:Sums": two };
  expect(linkLibraries("Shop", code, same, given)).toBe(`60${one.slice(2)}60${two.slice(2)}`);
  expect(() => linkLibraries("Shop", code, same, { Sums: one })).toThrow("contracts/a.sol:Sums");
});
