import { expect, test } from "vitest";
import type { Exchange, RecordedFile } from "../../../tools/replay/recording";
import { reportedStates } from "../../../tools/replay/reportedState";

const account = "3325a78425f17a7e487eb5666b2bfd93abb06c70";
const marker = "0x5b505245434f4d50494c45445d2c3030";

const asked = (method: string, result: string): Exchange => ({
  name: method,
  url: "http://127.0.0.1:8545",
  method: "POST",
  headers: {},
  body: `{"jsonrpc":"2.0","method":"${method}","params":["0x${account}","latest"],"id":1}`,
  answer: `{"id":1,"jsonrpc":"2.0","result":"${result}"}`,
  fresh: false,
  status: 200,
  rawHeaders: [],
  together: 0,
});
const sent: Exchange = { ...asked("eth_sendRawTransaction", `0x${"ab".repeat(32)}`), body: '"eth_sendRawTransaction"' };
const file = (name: string, ...exchanges: Exchange[]): RecordedFile => ({ name, frames: [], exchanges, records: [] });
const codes = (...files: RecordedFile[]) => reportedStates(files).map(({ accounts }) => accounts.get(account)?.code);

test("an account that a built-in contract paid has its code from then on, wherever it is told", () => {
  const [paid, code, none] = [
    asked("eth_getBalance", "0x64"),
    asked("eth_getCode", marker),
    asked("eth_getCode", "0x"),
  ];
  expect(codes(file("a", paid, sent), file("b", sent, code))).toEqual([marker, undefined]);
  // not before it is known to have been without, and not of an account of which no balance is told
  expect(codes(file("a", paid, sent, none), file("b", sent, code))).toEqual([undefined, undefined]);
  expect(codes(file("a", asked("eth_getBalance", "0x0")), file("b", code))).toEqual([undefined, marker]);
  expect(codes(file("a", sent), file("b", sent, code))).toEqual([undefined, undefined]);
});
