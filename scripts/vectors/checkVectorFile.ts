import { checkKeyVectors, type KeyVector } from "./keyVectors";
import { checkTransactionVectors, type TransactionVector } from "./transactionVectors";
import type { KindOutcome, VectorFile } from "./vectorKind";

/**
 * Tells by its members what a file of vectors holds, and checks it.
 * @throws RangeError when it holds nothing known.
 */
export function checkVectorFile(file: VectorFile): KindOutcome[] {
  if (Array.isArray(file["keys"])) return [checkKeyVectors(file["keys"] as KeyVector[])];
  const vectors = file["vectors"];
  const first: unknown = Array.isArray(vectors) ? vectors[0] : undefined;
  if (typeof first !== "object" || first === null) throw new RangeError("there is no list `vectors` or `keys` in it");
  if ("data" in first && "expected" in first) return checkTransactionVectors(vectors as TransactionVector[]);
  throw new RangeError(`vectors with the members ${Object.keys(first).join(", ")} are of no known kind`);
}
