/** What a Solidity type is made of, as the ABI reader says it. */
export type FormShape =
  /** `names`: members of the enum that it is. */
  | { readonly kind: "integer"; readonly signed: boolean; readonly bits: number; readonly names?: readonly string[] }
  | { readonly kind: "bool" | "address" | "string" }
  | { readonly kind: "bytes"; readonly size?: number }
  | { readonly kind: "array"; readonly element: FormShape; readonly length?: number }
  | { readonly kind: "tuple"; readonly members: readonly FormParameter[] };

export interface FormParameter {
  readonly name: string;
  readonly type: string;
  readonly internalType?: string;
  /** What the source says of it. */
  readonly doc?: string;
  readonly shape: FormShape;
}

/** The text of each leaf, lists for arrays and structs; one text for a list too long for fields. */
export type Draft = string | Draft[];

export interface FormFunction {
  readonly name: string;
  readonly signature: string;
  /** `(uint64 id) → Item`: as a person reads it. */
  readonly text: string;
  /** What the source says of it. */
  readonly doc?: string;
  readonly inputs: readonly FormParameter[];
  /** A draft without text, for a form that is opened first. */
  readonly empty: readonly Draft[];
  readonly reads: boolean;
  readonly payable: boolean;
}

/** What the form is about; enough to take it up again after the window was loaded anew. */
export type FormSubject =
  /** `target`: address or BFS path. */
  | { readonly kind: "contract"; readonly groupId: string; readonly target: string; readonly name: string }
  | { readonly kind: "deployment"; readonly groupId: string; readonly artifact: string; readonly name: string };

/** One field with its text: `people[1].age`, `uint8`. */
export interface FormField {
  readonly path: string;
  readonly type: string;
  readonly shape: FormShape;
  readonly text: string;
}

export interface FieldVerdict {
  readonly path: string;
  /** What is wrong, as a sentence; empty when nothing is. */
  readonly problem: string;
  /** What the text means: `= 1500000000000000000`, the name behind an address; may be empty. */
  readonly note: string;
  /** What was probably meant by full-width quotes or signs: offered, never taken by itself. */
  readonly converted?: string;
}

/** The texts of one function's form. */
export interface FunctionDraft {
  values: Draft[];
  amount: string;
  /** Addresses of libraries by name, of a deployment. */
  libraries: Record<string, string>;
}

export type FormAction = "call" | "send" | "tryOut";

export interface ShownValue {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  /** The value as it is shown where more is known of it: with names behind addresses, and amounts in ether. */
  readonly noted?: string;
  /** What the source says of it. */
  readonly doc?: string;
}

export interface ShownEvent {
  readonly name: string;
  readonly address: string;
  /** Name of the contract; empty where nothing names it. */
  readonly contract?: string;
  readonly values: readonly ShownValue[];
}

/** What came of an action. */
export type FormOutcome =
  | { readonly kind: "answer"; readonly block: number; readonly values: readonly ShownValue[] }
  | {
      readonly kind: "preview";
      readonly outcome: "success" | "failure" | "unknown";
      readonly text: string;
      readonly detail: string;
    }
  | {
      readonly kind: "sent";
      readonly hash: string;
      readonly block: number;
      readonly gasUsed: string;
      /** The contract that was made. */
      readonly address?: string;
      readonly values: readonly ShownValue[];
      readonly events: readonly ShownEvent[];
    }
  | {
      readonly kind: "failure";
      readonly message: string;
      readonly advice: string;
      /** The field that is wrong. */
      readonly path?: string;
      /** What was probably meant by what stands in the field. */
      readonly converted?: string;
      /** The transaction that failed. */
      readonly hash?: string;
    };

/** An account of the list *From*. */
interface FormAccount {
  readonly address: string;
  /** `dev0 0x29ac…` */
  readonly label: string;
}

/** Whom a person has chosen in the list *From*: an address, or an empty text for none. */
export interface FormChoices {
  reads?: string;
  writes?: string;
}

/** Whether the chain is there, and what may be done to it. */
export interface FormConnection {
  readonly connected: boolean;
  readonly writable: boolean;
  /** The user's own accounts that can sign there. */
  readonly accounts: readonly FormAccount[];
  /** Address of the one that signs unless another is chosen; empty when none can. */
  readonly signer: string;
  /** Calls and dry runs may be signed, so that the contract sees who makes them. */
  readonly callsAsSigner: boolean;
  /** An amount may be sent along. */
  readonly takesAmounts: boolean;
  readonly note: string;
}

/** One action on a function, with its texts. */
export interface FormCall {
  readonly action: FormAction;
  readonly signature: string;
  readonly draft: FunctionDraft;
  /** Address of the account that is its sender; empty for none. */
  readonly from: string;
}

/** What the form and its host say to each other. */
export interface FormProtocol {
  readonly asks: {
    readonly check: { question: readonly FormField[]; answer: FieldVerdict[] };
    readonly act: { question: FormCall; answer: FormOutcome };
    /** The drafts that a text of JSON holds for a function. */
    readonly paste: { question: { signature: string; text: string }; answer: Draft[] };
    /** An address for the field of this label. */
    readonly pickAddress: { question: string; answer: string };
    readonly copyData: { question: { signature: string; draft: FunctionDraft }; answer: null };
    /** Runs the filled function, or the constructor, in the debugger; nothing is sent. */
    readonly debug: { question: { signature: string; draft: FunctionDraft; from: string }; answer: null };
    readonly copyCommand: { question: { signature: string; draft: FunctionDraft; from: string }; answer: null };
  };
  readonly says: {
    readonly copy: string;
    readonly open: { what: "transaction" | "receipt" | "form" | "debug"; key: string };
  };
  readonly tells: {
    readonly connection: FormConnection;
    readonly show: FormRequest;
  };
}

/** Set by the host before the page's script runs. */
export interface FormStart {
  readonly subject: FormSubject;
  /** Where: `Embedded chain · group0`. */
  readonly place: string;
  /** The address, or the compiled file. */
  readonly where: string;
  readonly functions: readonly FormFunction[];
  readonly libraries: readonly string[];
  readonly connection: FormConnection;
  readonly texts: FormTexts;
}

/** A function to show, with its texts. */
export interface FormRequest {
  readonly signature: string;
  readonly draft?: FunctionDraft;
}

/** What an action came to, as the list of results shows it. */
export interface FormResult {
  /** `set("text")` */
  readonly call: string;
  readonly time: string;
  readonly outcome: FormOutcome;
}

/** What the page keeps over hiding and over a new load of the window: no secret is in it. */
export interface FormState {
  readonly start: Omit<FormStart, "texts" | "connection">;
  readonly selected: string;
  readonly drafts: Record<string, FunctionDraft>;
  readonly from?: FormChoices;
  /** The newest first. */
  readonly results?: readonly FormResult[];
}

/** The page's words; the host fills them in. */
export interface FormTexts {
  readonly functions: string;
  readonly filter: string;
  readonly reads: string;
  readonly writes: string;
  /** The same of one function. */
  readonly readsBadge: string;
  readonly writesBadge: string;
  readonly payable: string;
  readonly noFunctions: string;
  readonly noInputs: string;
  readonly amount: string;
  readonly unit: string;
  readonly addItem: string;
  readonly removeItem: string;
  readonly pick: string;
  readonly convert: string;
  readonly choose: string;
  readonly listHint: string;
  readonly rangeHint: string;
  readonly bytesHint: string;
  readonly textHint: string;
  readonly call: string;
  readonly send: string;
  readonly deploy: string;
  readonly tryOut: string;
  readonly debug: string;
  readonly debugHint: string;
  readonly cancel: string;
  readonly pasteJson: string;
  readonly pasteHint: string;
  readonly apply: string;
  readonly copyJson: string;
  readonly copyData: string;
  readonly copyCommand: string;
  readonly clear: string;
  readonly clearResults: string;
  readonly from: string;
  readonly noSender: string;
  readonly readOnly: string;
  readonly libraries: string;
  readonly results: string;
  readonly working: string;
  readonly answered: string;
  readonly nothing: string;
  readonly sent: string;
  readonly deployed: string;
  readonly failed: string;
  readonly events: string;
  readonly gasUsed: string;
  readonly showTransaction: string;
  readonly showReceipt: string;
  readonly openForm: string;
  readonly copy: string;
  readonly noAmounts: string;
}
