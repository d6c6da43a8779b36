import { bytesToHexDigits } from "../../crypto/bytes/hex";
import type { AbiValue } from "./abiCode";
import { ensureCode } from "./accountCheats";
import { bytesAt, type CheatCall, type CheatCode, define, flagAt, listAt, numberAt, order, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";
import { unmetEmit } from "./expectationMatching";
import type { ExpectedCall, Mock, PossibleRevert } from "./testState";

const max = 1_000_000n;
function countOf(number: bigint): number {
  if (number > max) throw new CheatError("no message is sent so often");
  return Number(number);
}

interface RevertWish {
  readonly data?: Uint8Array;
  readonly partial?: boolean;
  readonly reverter?: string;
  readonly count?: number;
}

function expectRevert({ state, message }: CheatCall, { data, partial = false, reverter, count }: RevertWish): void {
  if (state.expectedRevert) {
    throw new CheatError("you must call another function prior to expecting a second revert");
  }
  const { depth } = message;
  state.expectedRevert = { depth, data, partial, reverter, count, seen: 0, revertedBy: undefined };
}

/** Every form of one: nothing, an error's selector or whole data, who reverts, how often. */
const reverts: readonly CheatCode[] = ["", "bytes4", "bytes"].flatMap((data) =>
  ["", "address"].flatMap((reverter) =>
    ["", "uint64"].map((count) => {
      const types = [data, reverter, count].filter((type) => type !== "");
      return order(`expectRevert(${types.join(",")})`, (call, args) =>
        expectRevert(call, {
          ...(data ? { data: bytesAt(args, 0) } : {}),
          ...(reverter ? { reverter: textAt(args, data ? 1 : 0) } : {}),
          ...(count ? { count: countOf(numberAt(args, types.length - 1)) } : {}),
        }),
      );
    }),
  ),
);

const partialReverts: readonly CheatCode[] = [
  order("expectPartialRevert(bytes4)", (call, args) => expectRevert(call, { data: bytesAt(args, 0), partial: true })),
  order("expectPartialRevert(bytes4,address)", (call, args) =>
    expectRevert(call, { data: bytesAt(args, 0), partial: true, reverter: textAt(args, 1) }),
  ),
];

function expectEmit(
  { state, message }: CheatCall,
  checks: readonly boolean[],
  address: string | undefined,
  count: number | undefined,
  anonymous = false,
): void {
  const { depth } = message;
  state.expectedEmits.push({ depth, checks, anonymous, address, count, template: undefined });
}

const all = [true, true, true, true];
const emitForms = (name: string, flags: number, anonymous: boolean): CheatCode[] =>
  [0, flags].flatMap((named) =>
    ["", "address"].flatMap((address) =>
      ["", "uint64"].map((count) => {
        const types = [...new Array<string>(named).fill("bool"), ...[address, count].filter((type) => type !== "")];
        return order(`${name}(${types.join(",")})`, (call, args) =>
          expectEmit(
            call,
            named === 0 ? [...all, true].slice(0, flags) : args.slice(0, named).map((flag) => flag === true),
            address ? textAt(args, named) : undefined,
            count ? countOf(numberAt(args, types.length - 1)) : undefined,
            anonymous,
          ),
        );
      }),
    ),
  );

function expectCall(
  { state }: CheatCall,
  address: string,
  data: Uint8Array,
  value?: bigint,
  count?: number,
  gas?: ExpectedCall["gas"],
): void {
  const known = state.expectedCalls.find(
    (each) =>
      each.address === address &&
      each.value === value &&
      each.gas?.amount === gas?.amount &&
      Buffer.compare(each.data, data) === 0,
  );
  if (!known) {
    state.expectedCalls.push({ address, data, value, gas, count, min: 1, seen: 0 });
    return;
  }
  if (known.count !== undefined || count !== undefined)
    throw new CheatError("a call that is expected with a count can only be expected once");
  known.min++;
}

const calls: readonly CheatCode[] = ["", "uint64"].flatMap((count) => {
  const counted = (args: readonly AbiValue[], at: number): number | undefined =>
    count ? countOf(numberAt(args, at)) : undefined;
  const end = count ? `,${count}` : "";
  return [
    order(`expectCall(address,bytes${end})`, (call, args) =>
      expectCall(call, textAt(args, 0), bytesAt(args, 1), undefined, counted(args, 2)),
    ),
    order(`expectCall(address,uint256,bytes${end})`, (call, args) =>
      expectCall(call, textAt(args, 0), bytesAt(args, 2), numberAt(args, 1), counted(args, 3)),
    ),
    ...["expectCall", "expectCallMinGas"].map((name) =>
      order(`${name}(address,uint256,uint64,bytes${end})`, (call, args) =>
        expectCall(call, textAt(args, 0), bytesAt(args, 3), numberAt(args, 1), counted(args, 4), {
          amount: numberAt(args, 2),
          atLeast: name !== "expectCall",
        }),
      ),
    ),
  ];
});

/** What a mock answers, or does instead, where it doesn't say more. */
const plain = { value: undefined, reverts: false, answers: [], instead: undefined } as const;

function mock(call: CheatCall, address: string, given: Pick<Mock, "data"> & Partial<Mock>): void {
  ensureCode(call, address);
  const { mocks } = call.state;
  const added = { ...plain, ...given };
  const same = (each: Mock): boolean => Buffer.compare(each.data, added.data) === 0 && each.value === added.value;
  const others = (mocks.get(address) ?? []).filter((each) => !same(each));
  mocks.set(address, [...others, { ...added, used: 0 }]);
}

const bytesList = (values: readonly AbiValue[]): Uint8Array[] => values.map((_, index) => bytesAt(values, index));

const mocks: readonly CheatCode[] = (["mockCall", "mockCallRevert"] as const).flatMap((name) => {
  const reverts = name === "mockCallRevert";
  return ["bytes", "bytes4"].flatMap((data) => [
    order(`${name}(address,${data},bytes)`, (call, args) =>
      mock(call, textAt(args, 0), { data: bytesAt(args, 1), reverts, answers: [bytesAt(args, 2)] }),
    ),
    order(`${name}(address,uint256,${data},bytes)`, (call, args) => {
      const value = numberAt(args, 1);
      mock(call, textAt(args, 0), { data: bytesAt(args, 2), value, reverts, answers: [bytesAt(args, 3)] });
    }),
  ]);
});

const moreMocks: readonly CheatCode[] = [
  order("mockCalls(address,bytes,bytes[])", (call, args) =>
    mock(call, textAt(args, 0), { data: bytesAt(args, 1), answers: bytesList(listAt(args, 2)) }),
  ),
  order("mockCalls(address,uint256,bytes,bytes[])", (call, args) => {
    const value = numberAt(args, 1);
    mock(call, textAt(args, 0), { data: bytesAt(args, 2), value, answers: bytesList(listAt(args, 3)) });
  }),
  order("mockFunction(address,address,bytes)", (call, args) =>
    mock(call, textAt(args, 0), { data: bytesAt(args, 2), instead: textAt(args, 1) }),
  ),
  order("clearMockedCalls()", ({ state }) => state.mocks.clear()),
];

const records: readonly CheatCode[] = [
  order("recordLogs()", ({ state }) => {
    state.recordedLogs = [];
  }),
  define("getRecordedLogs()", "(bytes32[],bytes,address)[]", ({ state }) => {
    const logs = state.recordedLogs ?? [];
    state.recordedLogs = [];
    return [logs.map(({ topics, data, address }) => [[...topics], data, address])];
  }),
];

const creations: readonly CheatCode[] = ["expectCreate", "expectCreate2"].map((name) =>
  order(`${name}(bytes,address)`, ({ state }, args) =>
    state.expectedCreations.push({
      code: bytesAt(args, 0),
      maker: textAt(args, 1),
      salted: name === "expectCreate2",
      seen: false,
    }),
  ),
);

function possibleRevert(value: AbiValue): PossibleRevert {
  const parts = value as readonly AbiValue[];
  return { reverter: textAt(parts, 0), partial: flagAt(parts, 1), data: bytesAt(parts, 2) };
}

function assumeNoRevert({ state, message }: CheatCall, reverts: readonly PossibleRevert[]): void {
  if (state.assumption)
    throw new CheatError("you must make another external call prior to calling assumeNoRevert again");
  if (state.expectedRevert) throw new CheatError("assumeNoRevert cannot stand beside an expected revert");
  state.assumption = { depth: message.depth, reverts };
}

const revertType = "(address,bool,bytes)";
const assumptions: readonly CheatCode[] = [
  order("assumeNoRevert()", (call) => assumeNoRevert(call, [])),
  order(`assumeNoRevert(${revertType})`, (call, [one = []]) => assumeNoRevert(call, [possibleRevert(one)])),
  order(`assumeNoRevert(${revertType}[])`, (call, args) => assumeNoRevert(call, listAt(args, 0).map(possibleRevert))),
  ...["", "bytes4", "bytes"].map((type) =>
    order(`_expectCheatcodeRevert(${type})`, ({ state }, args) => {
      state.expectedRefusal = { data: type === "" ? new Uint8Array(0) : bytesAt(args, 0) };
    }),
  ),
];

/** What is still open when a test has ended; undefined: nothing. */
export function openExpectation({ state }: Pick<CheatCall, "state">): string | undefined {
  const revert = state.expectedRevert;
  if (revert && revert.count !== 0) {
    return revert.count === undefined
      ? "next call did not revert as expected: no call came"
      : `call reverted ${revert.seen} times, expected ${revert.count}`;
  }
  if (unmetEmit(state.expectedEmits, state.ownLogs) !== undefined)
    return "expected an emit, but no logs were emitted afterwards";
  if (state.expectedRefusal) return "expected a cheat code to refuse, but none was called";
  const creation = state.expectedCreations.find(({ seen }) => !seen);
  if (creation)
    return `expected ${creation.salted ? "CREATE2" : "CREATE"} call by address 0x${creation.maker} for bytecode of ${creation.code.length} bytes, but it was not found`;
  const call = state.expectedCalls.find(({ count, min, seen }) => (count === undefined ? seen < min : seen !== count));
  if (!call) return undefined;
  const atLeast = call.min === 1 ? "at least once" : `at least ${call.min} times`;
  const times = call.count === undefined ? atLeast : `${call.count} times`;
  return `expected call to 0x${call.address} with data 0x${bytesToHexDigits(call.data)} to be called ${times}, but was called ${call.seen} times`;
}

/** What has to happen, what is answered instead, what is written down. */
export const expectationCheats: readonly CheatCode[] = [
  ...reverts,
  ...partialReverts,
  ...emitForms("expectEmit", 4, false),
  ...emitForms("expectEmitAnonymous", 5, true),
  ...calls,
  ...creations,
  ...assumptions,
  ...mocks,
  ...moreMocks,
  ...records,
];
