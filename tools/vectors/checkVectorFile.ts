import { type BoostRecord, disagreement } from "../../test/unit/nodeConfig/boostRecord";
import { type AbiVector, checkAbiVectors } from "./abiVectors";
import { type AddressVector, checkAddressVectors } from "./addressVectors";
import {
  type BlockHeaderVector,
  checkBlockHeaderVectors,
  checkMerkleVectors,
  checkReceiptVectors,
  type MerkleVector,
  type ReceiptVector,
} from "./blockVectors";
import { checkKeyFileVectors, type KeyFileVector } from "./keyFileVectors";
import { checkKeyVectors, type KeyVector } from "./keyVectors";
import { checkNodeFacts, type NodeFact } from "./nodeFactVectors";
import { checkTransactionVectors, type TransactionVector } from "./transactionVectors";
import { checkCases, type KindOutcome, type VectorFile } from "./vectorKind";

/** The members that tell a kind of vectors, and what checks it. The first that fits is taken. */
const kinds: { members: string[]; check: (vectors: never[]) => KindOutcome[] | Promise<KindOutcome[]> }[] = [
  { members: ["data", "expected", "privateKey"], check: (v: TransactionVector[]) => checkTransactionVectors(v) },
  { members: ["leaves", "root"], check: (v: MerkleVector[]) => [checkMerkleVectors(v)] },
  { members: ["parentInfo", "sealerList"], check: (v: BlockHeaderVector[]) => [checkBlockHeaderVectors(v)] },
  { members: ["gasUsed", "logEntries"], check: (v: ReceiptVector[]) => [checkReceiptVectors("receipts", v)] },
  { members: ["rule", "address"], check: (v: AddressVector[]) => [checkAddressVectors(v)] },
  { members: ["pem", "p12Base64"], check: (v: KeyFileVector[]) => checkKeyFileVectors(v) },
  { members: ["abi", "values", "encoded"], check: (v: AbiVector[]) => [checkAbiVectors(v)] },
  { members: ["id", "cat", "ok"], check: (v: BoostRecord[]) => [checkIniVectors(v)] },
  { members: ["kind"], check: (v: NodeFact[]) => checkNodeFacts(v) },
];

/** What the node's parser does with ini texts. */
function checkIniVectors(records: readonly BoostRecord[]): KindOutcome {
  return checkCases("ini texts", records, (record) => {
    const difference = disagreement(record);
    return difference === undefined ? [] : [difference];
  });
}

/**
 * Tells by its members what a file of vectors holds, and checks it.
 * @throws RangeError when it holds nothing known.
 */
export async function checkVectorFile(file: VectorFile): Promise<KindOutcome[]> {
  if (Array.isArray(file["keys"])) return [checkKeyVectors(file["keys"] as KeyVector[])];
  const vectors = file["vectors"];
  const first: unknown = Array.isArray(vectors) ? vectors[0] : undefined;
  if (typeof first !== "object" || first === null) throw new RangeError("there is no list `vectors` or `keys` in it");
  const kind = kinds.find(({ members }) => members.every((member) => member in first));
  if (!kind) throw new RangeError(`vectors with the members ${Object.keys(first).join(", ")} are of no known kind`);
  const outcomes = await kind.check(vectors as never[]);
  const known = file["knownAnswers"];
  if (Array.isArray(known)) outcomes.push(checkReceiptVectors("receipts, known answers", known as ReceiptVector[]));
  return outcomes;
}
