// What notebooks are made of.

export class NotebookCellOutputItem {
  constructor(
    readonly data: Uint8Array,
    readonly mime: string,
  ) {}
  static text(value: string, mime = "text/plain"): NotebookCellOutputItem {
    return new NotebookCellOutputItem(new TextEncoder().encode(value), mime);
  }
  static json(value: unknown, mime = "text/x-json"): NotebookCellOutputItem {
    return NotebookCellOutputItem.text(JSON.stringify(value), mime);
  }
}

export class NotebookCellOutput {
  constructor(readonly items: readonly NotebookCellOutputItem[]) {}
}

export class NotebookEdit {
  private constructor(
    readonly metadata: Readonly<Record<string, unknown>>,
    readonly cells: readonly NotebookCellData[] = [],
  ) {}
  static updateNotebookMetadata(metadata: Readonly<Record<string, unknown>>): NotebookEdit {
    return new NotebookEdit(metadata);
  }
  static insertCells(_: number, cells: readonly NotebookCellData[]): NotebookEdit {
    return new NotebookEdit({}, cells);
  }
}

export class NotebookCellData {
  constructor(
    readonly kind: number,
    readonly value: string,
    readonly languageId: string,
  ) {}
}

export class NotebookData {
  metadata: unknown;
  constructor(readonly cells: readonly NotebookCellData[]) {}
}

export class NotebookRange {
  constructor(
    readonly start: number,
    readonly end: number,
  ) {}
}
