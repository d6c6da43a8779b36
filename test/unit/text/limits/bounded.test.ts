import { describe, expect, it } from "vitest";
import { parseBoundedJson } from "../../../../src/text/limits/boundedJson";
import { parseBoundedToml } from "../../../../src/text/limits/boundedToml";
import { OutOfBounds } from "../../../../src/text/limits/outOfBounds";

const limits = { characters: 10_000, depth: 5, values: 100 };
const excessOf = (error: unknown): string => (error instanceof OutOfBounds ? error.excess : String(error));

const json = (text: string): unknown => {
  try {
    return parseBoundedJson(text, limits);
  } catch (error) {
    return excessOf(error);
  }
};

const toml = (text: string): Promise<unknown> => parseBoundedToml(text, limits).catch(excessOf);

describe("JSON within limits", () => {
  it("is read up to them and not beyond", () => {
    expect(json("[[[[[1]]]]]")).toEqual([[[[[1]]]]]);
    expect(json("[[[[[[1]]]]]]")).toBe("nestedTooDeep");
    expect(json(`{"a":${"[".repeat(1e3)}`)).toBe("nestedTooDeep");
    expect(json(`[${"1,".repeat(98)}1]`)).toHaveLength(99);
    expect(json(`[${"1,".repeat(100)}1]`)).toBe("tooManyValues");
    expect(json(`"${"x".repeat(10_000)}"`)).toBe("textTooLong");
  });

  it("may have anything in its strings", () => {
    expect(json(JSON.stringify({ 'a"[[[[[[': '{{{{{{{{\\",,,' }))).toEqual({ 'a"[[[[[[': '{{{{{{{{\\",,,' });
    expect(json(`"\\\\",${"[".repeat(6)}`)).toBe("nestedTooDeep");
    expect(json(`["a", ]`)).toContain("SyntaxError");
  });
});

describe("TOML within limits", () => {
  it("is read up to them and not beyond", async () => {
    expect(await toml("a = [[[[[1]]]]]")).toEqual({ a: [[[[[1]]]]] });
    expect(await toml("a = [[[[[[1]]]]]]")).toBe("nestedTooDeep");
    expect(await toml(`a = ${"{a=".repeat(100)}`)).toBe("nestedTooDeep");
    expect(await toml("a.b.c.d.e = 1")).toEqual({ a: { b: { c: { d: { e: 1 } } } } });
    expect(await toml(`${"a.".repeat(100)}b = 1`)).toBe("nestedTooDeep");
    expect(await toml(`[${"a.".repeat(100)}b]`)).toBe("nestedTooDeep");
    expect(await toml(`a = [${"1,".repeat(200)}]`)).toBe("tooManyValues");
    expect(await toml("[[a]]\nb=1\n".repeat(200))).toBe("tooManyValues");
    expect(await toml(`# ${"x".repeat(10_000)}`)).toBe("textTooLong");
  });

  it("counts decimals of a list as no levels", async () => {
    expect(await toml(`a = [${Array(20).fill("1.5").join(", ")}]`)).toEqual({ a: Array(20).fill(1.5) });
  });

  it.each([
    ["a basic string", `a = "\\"[[[[[["`],
    ["a literal string", `a = '\\[[[[[['`],
    ["a long string", `a = """\n"[[[[[[\n"""`],
    ["a long literal string", `a = '''\n'[[[[[[\n'''`],
    ["a comment", `# [[[[[["\na = 1`],
  ])("may have anything in %s", async (_, text) => {
    expect(await toml(text)).toBeTypeOf("object");
  });

  it.each(['"""a"""""', "'''a'''''", '"""a\\""""', '""', "''", '"""""""'])(
    "sees what stands behind %s",
    async (string) => {
      expect(await toml(`a = [${string}, ${"[".repeat(20)}1${"]".repeat(20)}]`)).toBe("nestedTooDeep");
      expect(await toml(`a = [${string}, 1]`)).toBeTypeOf("object");
    },
  );
});
