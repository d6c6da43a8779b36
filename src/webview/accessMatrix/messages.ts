/** What the access matrix page shows. Every text is ready to read. */
export interface MatrixCellView {
  /** `self`: the node itself. */
  state: "direct" | "neighbour" | "none" | "cannotStart" | "self";
  /** `accepts`, `through node1`, `refuses`. */
  label: string;
  /** Why: the decision of either side, one sentence each. */
  reasons: string[];
  /** How it is now where the running node was asked, and differs. */
  now?: string;
  /** One of the two refuses the other, and an edit of the lists can change that. */
  mendable: boolean;
  /** Where the deciding line stands: file and zero-based line. */
  line?: { uri: string; line: number };
}

export interface MatrixRowView {
  name: string;
  place: string;
  /** State of its lists in a few words. */
  lists: string;
  /** How it takes over changed lists. */
  reload: string;
  uri: string;
  cells: MatrixCellView[];
}

export interface MatrixView {
  title: string;
  explanation: string;
  legend: { state: MatrixCellView["state"]; text: string }[];
  corner: string;
  reloadButton: string;
  goToLine: string;
  acceptButton: string;
  empty: string;
  rows: MatrixRowView[];
}

/** What the page and its host say to each other. */
export interface MatrixProtocol {
  readonly asks: Record<never, never>;
  readonly says: {
    /** A line of a node's config.ini, zero-based. */
    readonly open: { readonly uri: string; readonly line: number };
    /** Edit the lists of two folders so that they accept each other. */
    readonly accept: { readonly from: string; readonly to: string };
    /** Have the running node of a folder read its lists again. */
    readonly reload: string;
  };
  readonly tells: { readonly matrix: MatrixView };
}
