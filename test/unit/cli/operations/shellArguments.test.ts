import { expect, it } from "vitest";
import { keptLines } from "../../../../src/cli/shell/history";
import { shellArguments } from "../../../../src/cli/shell/shellArguments";

it.each<[string, string[]]>([
  ["", []],
  ["  getSealerList  ", ["getSealerList"]],
  [`call X "a b" 'c "d'`, ["call", "X", "a b", 'c "d']],
  [`set [1, 2] {"x": "}"} -5`, ["set", "[1, 2]", '{"x": "}"}', "-5"]],
  [`a"b c"d ""`, ["ab cd", ""]],
  [`open "no end`, ["open", "no end"]],
  ["[1, [2", ["[1, [2"]],
  ["x[1]", ["x[1]"]],
])("%s", (line, words) => {
  expect(shellArguments(line)).toEqual(words);
});

it("keeps no secret in the history", () => {
  const key = "0123456789abcdef".repeat(4);
  const kept = [
    "getSealerList",
    `getTransactionByHash 0x${key}`,
    `call X 0x${"a".repeat(40)} f`,
    "loadAccount a.pem",
    "call Token@1 transferSeed 5",
    "deploy contracts/Token.sol",
  ];
  const lost = [
    `loadAccount ${key}`,
    "newAccount p12 secret",
    "loadAccount a.p12 p12 secret",
    "rpc --token x",
    "rpc token=x",
    `call X f {"password" : "x"}`,
    " ",
    "query --db postgres://u:p@h/d x",
    "watch --webhook https://h/x",
  ];
  expect(keptLines([...kept, ...lost])).toEqual(kept);
});
