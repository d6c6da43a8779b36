/** What is drawn of a source. */
export type GraphOf = "inheritance" | "calls";

export interface SourceGraphAnswer {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly {
    readonly id: string;
    readonly label: string;
    readonly name: string;
    readonly style: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  /** Lines as SVG has them. */
  readonly lines: readonly string[];
  /** There was more than fits. */
  readonly isCut: boolean;
  /** Contracts of the file. */
  readonly contracts: readonly string[];
}

type SourceGraphTexts = Readonly<
  Record<
    | ("heading" | "inheritance" | "calls" | "of" | "contract" | "all" | "save" | "empty" | "cut" | "spoken")
    | ("zoomIn" | "zoomOut" | "fit"),
    string
  >
>;

/** What the document starts with. */
export interface SourceGraphStart {
  /** Address of the file. */
  readonly uri: string;
  readonly title: string;
  readonly texts: SourceGraphTexts;
}

export interface GraphChoice {
  readonly of: GraphOf;
  /** Null: all of the file. */
  readonly contract: string | null;
}

/** What the page keeps while its window is loaded anew. */
export interface SourceGraphState extends GraphChoice {
  readonly uri: string;
  readonly title: string;
}

export type SourceGraphProtocol = {
  readonly asks: {
    readonly graph: { readonly question: GraphChoice; readonly answer: SourceGraphAnswer };
  };
  readonly says: {
    /** Go to what a box stands for, by its id. */
    readonly open: string;
    /** Write the picture that is shown as a file. */
    readonly save: null;
  };
  readonly tells: {
    /** The source is another. */
    readonly changed: null;
  };
};
