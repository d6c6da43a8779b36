import type { FieldCode } from "./fieldCode";
import { digitCount, numberSize } from "./fieldCode";
import { op, type WasmAssembler, WasmFunction } from "./wasmAssembler";

const place = (index: number): number => index * numberSize;

/** Where a curve's functions keep their numbers. The sum is X/Z², Y/Z³; the entry is x, y. */
export const pointPlaces = {
  x: place(0),
  y: place(1),
  z: place(2),
  entryX: place(3),
  entryY: place(4),
} as const;
const t = [5, 6, 7, 8, 9, 10].map(place) as [number, number, number, number, number, number];
/** First byte that these functions leave alone. */
export const pointMemoryEnd = place(11);

/** Bytes of a point in a table: two numbers of nine digits of 32 bits. */
export const entrySize = 2 * 4 * digitCount;

/**
 * Adds the functions of a curve y² = x³ − 3x + b to a module: `double` the sum, `add` or `subtract` a table's entry whose address is given,
 * `keepEntry(to, point)` puts the x and y that stand behind each other into a table. Where a formula does not hold (equal or opposite
 * points, nothing added yet), Z becomes 0 and stays 0.
 */
export function addPointCode(module: WasmAssembler, field: FieldCode): void {
  const difference = field.combine(1n, -1n);
  const third = field.combine(1n, -1n, -2n);
  const { x, y, z, entryX, entryY } = pointPlaces;
  const [t0, t1, t2, t3, t4, t5] = t;
  const calls = (body: WasmFunction): ((index: number, ...addresses: number[]) => void) => {
    return (index, ...addresses) => {
      for (const address of addresses) body.address(address);
      body.call(index);
    };
  };

  const sum = new WasmFunction(0);
  const call = calls(sum);
  call(field.square, t0, z);
  call(field.multiply, t1, entryX, t0);
  call(field.multiply, t2, z, t0);
  call(field.multiply, t2, entryY, t2);
  call(difference, t1, t1, x);
  call(difference, t2, t2, y);
  call(field.multiply, z, z, t1);
  call(field.square, t3, t1);
  call(field.multiply, t4, t1, t3);
  call(field.multiply, t3, x, t3);
  call(field.square, t0, t2);
  call(third, x, t0, t4, t3);
  call(difference, t0, t3, x);
  call(field.multiply, t0, t2, t0);
  call(field.multiply, t4, y, t4);
  call(difference, y, t0, t4);
  const add = module.add("addEntry", sum);

  for (const [name, negative] of [
    ["add", false],
    ["subtract", true],
  ] as const) {
    const body = new WasmFunction(1);
    const base = body.local();
    for (let i = 0; i < 2 * digitCount; i++) {
      const isY = i >= digitCount;
      const target = (isY ? entryY : entryX) + 8 * (i % digitCount);
      if (negative && isY)
        body
          .constant(0)
          .load32(0, 4 * i)
          .emit(op.sub)
          .set(base);
      else body.load32(0, 4 * i).set(base);
      body.address(target).get(base).emit(op.store64, 3, 0);
    }
    module.add(name, body.call(add));
  }

  const keep = new WasmFunction(2);
  for (let i = 0; i < 2 * digitCount; i++)
    keep
      .get(0)
      .load(1, 8 * i)
      .emit(op.store64As32, 2, 4 * i);
  module.add("keepEntry", keep);

  const twice = new WasmFunction(0);
  const step = calls(twice);
  step(field.square, t5, z);
  step(difference, t0, x, t5);
  step(field.combine(1n, 1n), t4, x, t5);
  step(field.multiply, t0, t0, t4);
  step(field.combine(3n), t0, t0);
  step(field.multiply, t1, y, z);
  step(field.combine(2n), z, t1);
  step(field.square, t1, y);
  step(field.square, t2, t1);
  step(field.multiply, t3, x, t1);
  step(field.square, t4, t0);
  step(field.combine(1n, -8n), x, t4, t3);
  step(field.combine(4n, -1n), t3, t3, x);
  step(field.multiply, t3, t0, t3);
  step(field.combine(1n, -8n), y, t3, t2);
  module.add("double", twice);
}
