import type { ErrorMessage } from "../errors/errorMessage";

/** What an order takes, what it gives, and what is told while it is carried out. */
export interface OrderOf<Order, Result = void, Tells = never> {
  readonly order: Order;
  readonly result: Result;
  readonly tells: Tells;
}

/**
 * What a program of ours does for its starter, declared once for both sides. Nothing here is checked when it arrives: both sides are of one
 * build.
 */
export interface ProcessProtocol {
  /** Orders by name: what each takes, what is told while it is carried out, and what it gives. */
  readonly orders: Readonly<Record<string, OrderOf<unknown, unknown, unknown>>>;
  /** What the program asks of its starter while it carries out an order. */
  readonly asks: Readonly<Record<string, { readonly question: unknown; readonly answer: unknown }>>;
}

export type OrderName<P extends ProcessProtocol> = keyof P["orders"] & string;
export type QuestionName<P extends ProcessProtocol> = keyof P["asks"] & string;

/** What goes to a program. An order's number comes back with all that is said of it; a question's number with its answer. */
export type ToProgram =
  | { readonly kind: "order"; readonly id: number; readonly name: string; readonly order: unknown }
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown };

/** What comes from it. */
export type ToStarter =
  | { readonly kind: "tells"; readonly id: number; readonly tells: unknown }
  | { readonly kind: "result"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly failure: ErrorMessage }
  | {
      readonly kind: "ask";
      readonly id: number;
      /** Number of the order that it is asked for. */
      readonly of: number;
      readonly name: string;
      readonly question: unknown;
    };
