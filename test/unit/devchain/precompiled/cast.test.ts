import { describe, expect, it } from "vitest";
import { MemoryHost } from "./memoryHost";

const cast = "100f".padStart(40, "0");
const convert = (signature: string, value: string | bigint, returns: string) =>
  new MemoryHost().invoke(cast, signature, [value], returns);
const failed = "15: InternalPrecompiledFailed";

describe("0x100f", () => {
  it.each([
    ["stringToS64(string)", "-5", "int64", [-5n]],
    ["stringToS64(string)", "+007", "int64", [7n]],
    ["stringToS64(string)", "9223372036854775808", "int64", failed],
    ["stringToS256(string)", "-5", "int256", [-5n]],
    ["stringToU256(string)", "010", "uint256", [8n]],
    ["stringToU256(string)", "08", "uint256", failed],
    ["stringToU256(string)", "+5", "uint256", failed],
    ["stringToU256(string)", "", "uint256", failed],
    ["stringToU256(string)", "1 ", "uint256", failed],
    ["stringToU256(string)", String(2n ** 256n + 3n), "uint256", [3n]],
    ["stringToU256(string)", "-1", "uint256", [2n ** 256n - 1n]],
    ["stringToAddr(string)", `0x${"A".repeat(40)}`, "address", ["a".repeat(40)]],
    ["stringToAddr(string)", "1".repeat(39), "address", [`0${"1".repeat(39)}`]],
    ["stringToAddr(string)", "1".repeat(38), "address", failed],
    ["stringToBytes32(string)", "ab", "bytes32", [`ab${"\0".repeat(30)}`]],
    ["bytes32ToString(bytes32)", "ab", "string", [`ab${"\0".repeat(30)}`]],
    ["addrToString(address)", "ab".repeat(20), "string", ["ab".repeat(20)]],
    ["s256ToString(int256)", -12n, "string", ["-12"]],
    ["u256ToString(uint256)", 12n, "string", ["12"]],
  ] as const)("%s of %s", async (signature, value, returns, expected) => {
    expect(await convert(signature, value, returns)).toEqual(expected);
  });
});
