/** What the access matrix page shows. Every text is ready to read. */
export interface MatrixCellView {
  /** `self`: the node itself. */
  state: "direct" | "neighbour" | "none" | "self";
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

export type ToMatrixPage = { type: "matrix"; matrix: MatrixView };
export type ToMatrixHost =
  | { type: "ready" }
  | { type: "open"; uri: string; line: number }
  | { type: "accept"; from: string; to: string }
  | { type: "reload"; uri: string };
