import { op, type WasmAssembler, WasmFunction } from "./wasmAssembler";

/**
 * Numbers of 256 bits as nine signed digits of 29 bits, each in 64 bits of memory, little end first. Products of digits
 * have 58 bits, so a column of nine sums up without a carry. Values stand for themselves times 2^261 (Montgomery's form)
 * and are kept near 0 … modulus, not exactly within.
 */
export const digitBits = 29;
export const digitCount = 9;
/** Bytes of one number. */
export const numberSize = 8 * digitCount;
export const digitMask = (1n << BigInt(digitBits)) - 1n;
/** Bits of the top digit below 2^256. */
export const topBits = 256 - digitBits * (digitCount - 1);

/** The modulus as a sum of `factor · 2^(29·digit + shift)`: few terms where it is a sum of few powers of two. */
export interface ModulusTerm {
  factor: bigint;
  digit: number;
  shift: number;
}

/** Writes a number that is a sum of signed powers of two; `powers` maps exponents to factors. */
export function sparseModulus(powers: readonly (readonly [exponent: number, factor: bigint])[]): ModulusTerm[] {
  return powers.map(([exponent, factor]) => ({
    factor,
    digit: Math.floor(exponent / digitBits),
    shift: exponent % digitBits,
  }));
}

/** Writes any modulus, digit by digit. @public what the sparse form is compared with */
export function denseModulus(modulus: bigint): ModulusTerm[] {
  return Array.from({ length: digitCount }, (_, digit) => ({
    factor: (modulus >> BigInt(digit * digitBits)) & digitMask,
    digit,
    shift: 0,
  }));
}

const modulusOf = (terms: readonly ModulusTerm[]): bigint =>
  terms.reduce((sum, { factor, digit, shift }) => sum + (factor << BigInt(digit * digitBits + shift)), 0n);

/** −1/modulus mod 2^29, by Newton's iteration. */
function negativeInverse(modulus: bigint): bigint {
  let inverse = 1n;
  for (let bits = 1; bits < digitBits; bits *= 2) inverse = (inverse * (2n - modulus * inverse)) & digitMask;
  return (digitMask + 1n - inverse) & digitMask;
}

/** Adds or takes away `variable · factor · 2^shift` from what is on the stack. */
function addMultiple(body: WasmFunction, variable: number, factor: bigint, shift: number): void {
  body.get(variable);
  const size = factor < 0n ? -factor : factor;
  if (size !== 1n) body.constant(size << BigInt(shift)).emit(op.mul);
  else if (shift > 0) body.constant(shift).emit(op.shl);
  body.emit(factor < 0n ? op.sub : op.add);
}

function loadDigits(body: WasmFunction, pointer: number): number[] {
  return Array.from({ length: digitCount }, (_, i) => {
    const digit = body.local();
    body.load(pointer, 8 * i).set(digit);
    return digit;
  });
}

/**
 * Emits a product: column by column, `products` pushes the terms of one column and adds them to what is on the stack;
 * Montgomery's multiples of the modulus are added as soon as they are known.
 */
function reduceColumns(body: WasmFunction, terms: readonly ModulusTerm[], products: (column: number) => void): void {
  const inverse = negativeInverse(modulusOf(terms) & digitMask);
  const carry = body.local();
  const multiples: number[] = [];
  for (let column = 0; column < 2 * digitCount; column++) {
    body.get(carry);
    products(column);
    for (const { factor, digit, shift } of terms) {
      const multiple = multiples[column - digit];
      if (multiple !== undefined && factor !== 0n) addMultiple(body, multiple, factor, shift);
    }
    if (column < digitCount) {
      const multiple = body.local();
      multiples.push(multiple);
      body.tee(carry);
      if (inverse !== 1n) body.constant(inverse).emit(op.mul);
      body.constant(digitMask).emit(op.and).set(multiple).get(carry);
      for (const { factor, digit, shift } of terms) if (digit === 0) addMultiple(body, multiple, factor, shift);
      body.constant(digitBits).emit(op.shrSigned).set(carry);
    } else if (column < 2 * digitCount - 1) {
      body.set(carry);
      body.store(0, 8 * (column - digitCount), () => body.get(carry).constant(digitMask).emit(op.and));
      body.get(carry).constant(digitBits).emit(op.shrSigned).set(carry);
    } else {
      body.set(carry);
      body.store(0, 8 * (digitCount - 1), () => body.get(carry));
    }
  }
}

function multiplication(terms: readonly ModulusTerm[]): WasmFunction {
  const body = new WasmFunction(3);
  const a = loadDigits(body, 1);
  const b = loadDigits(body, 2);
  reduceColumns(body, terms, (column) => {
    for (const [i, digit] of a.entries()) {
      const other = b[column - i];
      if (other !== undefined) body.get(digit).get(other).emit(op.mul, op.add);
    }
  });
  return body;
}

function squaring(terms: readonly ModulusTerm[]): WasmFunction {
  const body = new WasmFunction(2);
  const a = loadDigits(body, 1);
  const doubled = a.map((digit) => {
    const twice = body.local();
    body.get(digit).constant(1).emit(op.shl).set(twice);
    return twice;
  });
  reduceColumns(body, terms, (column) => {
    for (const [i, digit] of a.entries()) {
      const other = column - i;
      const twice = doubled[other];
      if (other === i) body.get(digit).get(digit).emit(op.mul, op.add);
      else if (other > i && twice !== undefined) body.get(digit).get(twice).emit(op.mul, op.add);
    }
  });
  return body;
}

/** dst = Σ factor · operand, brought near 0 … modulus: what is above 2^256 is taken away as multiples of the modulus. */
function combination(terms: readonly ModulusTerm[], factors: readonly bigint[]): WasmFunction {
  const body = new WasmFunction(1 + factors.length);
  const digits = Array.from({ length: digitCount }, (_, i) => {
    const digit = body.local();
    body.constant(0);
    for (const [operand, factor] of factors.entries()) {
      body.load(1 + operand, 8 * i);
      const size = factor < 0n ? -factor : factor;
      if (size !== 1n) body.constant(size).emit(op.mul);
      body.emit(factor < 0n ? op.sub : op.add);
    }
    body.set(digit);
    return digit;
  });
  const excess = body.local();
  const carry = body.local();
  body
    .get(digits[digitCount - 1] ?? 0)
    .constant(topBits)
    .emit(op.shrSigned)
    .set(excess);
  for (const [i, digit] of digits.entries()) {
    body.get(digit);
    for (const term of terms) {
      if (term.digit === i && term.factor !== 0n) addMultiple(body, excess, -term.factor, term.shift);
    }
    if (i > 0) body.get(carry).emit(op.add);
    body.set(digit);
    if (i === digitCount - 1) body.store(0, 8 * i, () => body.get(digit));
    else {
      body.store(0, 8 * i, () => body.get(digit).constant(digitMask).emit(op.and));
      body.get(digit).constant(digitBits).emit(op.shrSigned).set(carry);
    }
  }
  return body;
}

/** Indices of the functions of one modulus: all take the address of the result first. */
export interface FieldCode {
  multiply: number;
  square: number;
  /** One per list of factors asked for. */
  combine(...factors: readonly bigint[]): number;
}

/** Adds the arithmetic of one modulus to a module, its functions named after `prefix`. */
export function addFieldCode(module: WasmAssembler, prefix: string, terms: readonly ModulusTerm[]): FieldCode {
  const combinations = new Map<string, number>();
  return {
    multiply: module.add(`${prefix}Multiply`, multiplication(terms)),
    square: module.add(`${prefix}Square`, squaring(terms)),
    combine(...factors) {
      const known = combinations.get(factors.join());
      if (known !== undefined) return known;
      const index = module.add(`${prefix}Combine${factors.join("_")}`, combination(terms, factors));
      combinations.set(factors.join(), index);
      return index;
    },
  };
}

/** Adds `pack(to, from)`: four words of 64 bits in place of the nine digits; what reaches above 2^256 is lost. */
export function addPackCode(module: WasmAssembler): void {
  const body = new WasmFunction(2);
  const digits = loadDigits(body, 1);
  for (let word = 0; word < 4; word++) {
    body.store(0, 8 * word, () => {
      body.constant(0);
      for (const [i, digit] of digits.entries()) {
        const shift = digitBits * i - 64 * word;
        if (shift <= -digitBits || shift >= 64) continue;
        body
          .get(digit)
          .constant(Math.abs(shift))
          .emit(shift < 0 ? op.shrSigned : op.shl, op.add);
      }
    });
  }
  module.add("pack", body);
}
