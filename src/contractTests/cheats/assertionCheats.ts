import { parametersOf } from "../../chain/abi/typeList";
import type { AbiValue } from "./abiCode";
import { type CheatCall, type CheatCode, numberAt, order, textAt } from "./cheatCode";
import { CheatError } from "./cheatError";
import { valueText } from "./valueText";

const textOf = ({ context, state }: CheatCall, type: string, value: AbiValue): string => {
  const shape = parametersOf(type)[0]?.shape;
  return shape ? valueText(shape, value, context.suite, state.labels, false) : "";
};

function differ(left: AbiValue, right: AbiValue): boolean {
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right) !== 0;
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length !== right.length || left.some((value, index) => differ(value as AbiValue, right[index] as AbiValue))
    );
  }
  return left !== right;
}

/** Fails with both sides in words; the test's own words come first. */
function fail({ state }: CheatCall, own: string | undefined, actual: string, sign: string, expected: string): never {
  const message = `${own ?? "assertion failed"}: ${actual} ${sign} ${expected}`;
  state.comparison = { message, actual, expected };
  throw new CheatError(message);
}

/** `1.5` of 15 with one decimal. */
function decimal(value: bigint, decimals: bigint): string {
  if (decimals > 77n) return String(value);
  const digits = String(value < 0n ? -value : value).padStart(Number(decimals) + 1, "0");
  const at = digits.length - Number(decimals);
  let end = digits.length;
  while (end > at && digits[end - 1] === "0") end--;
  const rest = digits.slice(at, end);
  return `${value < 0n ? "-" : ""}${digits.slice(0, at)}${rest ? `.${rest}` : ""}`;
}

const simple = ["bool", "uint256", "int256", "address", "bytes32", "string", "bytes"];
const comparable = [...simple, ...simple.map((type) => `${type}[]`)];

/** Both forms of an assertion: without words and with words of one's own behind the values. */
function bothForms(
  name: string,
  types: string,
  run: (call: CheatCall, args: readonly AbiValue[], own: string | undefined) => void,
): CheatCode[] {
  const count = parametersOf(types).length;
  return [
    order(`${name}(${types})`, (call, args) => run(call, args, undefined)),
    order(`${name}(${types},string)`, (call, args) => run(call, args, textAt(args, count))),
  ];
}

const equality: CheatCode[] = comparable.flatMap((type) => [
  ...bothForms("assertEq", `${type},${type}`, (call, [left = 0n, right = 0n], own) => {
    if (differ(left, right)) fail(call, own, textOf(call, type, left), "!=", textOf(call, type, right));
  }),
  ...bothForms("assertNotEq", `${type},${type}`, (call, [left = 0n, right = 0n], own) => {
    if (!differ(left, right)) fail(call, own, textOf(call, type, left), "==", textOf(call, type, right));
  }),
]);

const orders = [
  { name: "assertLt", holds: (a: bigint, b: bigint) => a < b, sign: ">=" },
  { name: "assertGt", holds: (a: bigint, b: bigint) => a > b, sign: "<=" },
  { name: "assertLe", holds: (a: bigint, b: bigint) => a <= b, sign: ">" },
  { name: "assertGe", holds: (a: bigint, b: bigint) => a >= b, sign: "<" },
  { name: "assertEq", holds: (a: bigint, b: bigint) => a === b, sign: "!=" },
  { name: "assertNotEq", holds: (a: bigint, b: bigint) => a !== b, sign: "==" },
] as const;

const comparisons: CheatCode[] = ["uint256", "int256"].flatMap((type) =>
  orders.flatMap(({ name, holds, sign }) => [
    ...(name === "assertEq" || name === "assertNotEq"
      ? []
      : bothForms(name, `${type},${type}`, (call, args, own) => {
          const [left, right] = [numberAt(args, 0), numberAt(args, 1)];
          if (!holds(left, right)) fail(call, own, String(left), sign, String(right));
        })),
    ...bothForms(`${name}Decimal`, `${type},${type},uint256`, (call, args, own) => {
      const [left, right, decimals] = [numberAt(args, 0), numberAt(args, 1), numberAt(args, 2)];
      if (!holds(left, right)) fail(call, own, decimal(left, decimals), sign, decimal(right, decimals));
    }),
  ]),
);

const distance = (left: bigint, right: bigint): bigint => (left > right ? left - right : right - left);
const whole = 10n ** 18n;

function checkDelta(
  call: CheatCall,
  [left, right, max]: readonly [bigint, bigint, bigint],
  own: string | undefined,
  text: (value: bigint) => string,
): void {
  const delta = distance(left, right);
  if (delta <= max) return;
  const message = `${own ?? "assertion failed"}: ${text(left)} !~= ${text(right)} (max delta: ${text(max)}, real delta: ${text(delta)})`;
  call.state.comparison = { message, actual: text(left), expected: text(right) };
  throw new CheatError(message);
}

function checkRelative(
  call: CheatCall,
  [left, right, max]: readonly [bigint, bigint, bigint],
  own: string | undefined,
  text: (value: bigint) => string,
): void {
  const size = right < 0n ? -right : right;
  if (size === 0n ? left === 0n : (distance(left, right) * whole) / size <= max) return;
  const percent = (value: bigint): string => `${decimal(value, 16n)}%`;
  const real = size === 0n ? "undefined" : percent((distance(left, right) * whole) / size);
  const message = `${own ?? "assertion failed"}: ${text(left)} !~= ${text(right)} (max delta: ${percent(max)}, real delta: ${real})`;
  call.state.comparison = { message, actual: text(left), expected: text(right) };
  throw new CheatError(message);
}

const nearness: CheatCode[] = ["uint256", "int256"].flatMap((type) =>
  [
    { name: "assertApproxEqAbs", check: checkDelta },
    { name: "assertApproxEqRel", check: checkRelative },
  ].flatMap(({ name, check }) => [
    ...bothForms(name, `${type},${type},uint256`, (call, args, own) =>
      check(call, [numberAt(args, 0), numberAt(args, 1), numberAt(args, 2)], own, String),
    ),
    ...bothForms(`${name}Decimal`, `${type},${type},uint256,uint256`, (call, args, own) =>
      check(call, [numberAt(args, 0), numberAt(args, 1), numberAt(args, 2)], own, (value) =>
        decimal(value, numberAt(args, 3)),
      ),
    ),
  ]),
);

function requireFlag(wanted: boolean) {
  return (_: CheatCall, [value]: readonly AbiValue[], own: string | undefined): void => {
    if (value !== wanted) throw new CheatError(own ?? "assertion failed");
  };
}

/** The assertions of `forge-std` and of `fisco/Test.sol`. */
export const assertionCheats: readonly CheatCode[] = [
  ...bothForms("assertTrue", "bool", requireFlag(true)),
  ...bothForms("assertFalse", "bool", requireFlag(false)),
  ...equality,
  ...comparisons,
  ...nearness,
];
