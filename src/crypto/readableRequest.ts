/** A request to sign as plain JSON: it travels with the hash, so that the program with the key can show it, or refuse it. */
export interface ReadableRequest {
  readonly version: 1;
  /** What is asked for, in one sentence, in the language of the person who was asked. @public Read by the program with the key. */
  readonly sentence: string;
  readonly weight: "ordinary" | "grave" | "irreversible";
  readonly chain: { readonly chainId: string; readonly groupId: string; readonly genesisHash?: string };
  readonly suite: "standard" | "sm";
  readonly from: string;
  /** Empty for a deployment. */
  readonly to: string;
  /** What the recipient is called here, and what answered that. */
  readonly recipient?: { readonly name: string; readonly foundBy: string };
  /** Of the call data, decoded: `transfer(address,uint256)`. */
  readonly method?: string;
  readonly arguments?: readonly { readonly name?: string; readonly type: string; readonly value: string }[];
  /** Hex, or empty where none goes along. */
  readonly value: string;
  readonly nonce: string;
  readonly blockLimit: string;
  /** The call data, whole, and its hash by the suite. */
  readonly data: { readonly bytes: number; readonly hash: string; readonly hex: string };
  readonly consequences: readonly string[];
  /** What is signed, encoded (hex): a signer hashes it itself, so that request and hash can't differ. */
  readonly transaction: string;
}

/**
 * A call to sign as plain JSON: a read whose sender the node believes by the signature. No transaction can be made of it, and it holds for
 * any chain and any time: what is signed are the recipient and the call data alone (docs/security.md).
 */
export interface ReadableCall {
  readonly version: 1;
  readonly kind: "call";
  /** What is asked for, in one sentence, in the language of the person who was asked. @public Read by the program with the key. */
  readonly sentence: string;
  /** Where it is asked; the asker's word, which no byte carries. */
  readonly chain: { readonly chainId: string; readonly groupId: string };
  readonly suite: "standard" | "sm";
  readonly from: string;
  readonly to: string;
  /** The call data, whole. */
  readonly data: { readonly bytes: number; readonly hash: string; readonly hex: string };
}

/** What a hash is of, for a signer that shows it or has rules of its own. */
export type ReadableContent = ReadableRequest | ReadableCall;

/** Whether it is a call, which is never sent as a transaction. */
export const isReadableCall = (content: ReadableContent): content is ReadableCall => "kind" in content;
