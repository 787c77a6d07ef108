/** The smallest text and the shortest pipeline that still show what is wrong. */
import type { Session } from "./rung.js";

export interface Reduced {
  text: string;
  pipeline: string | null;
  /** What the question answered all the time. */
  answer: string;
  /** How many texts were tried. */
  tried: number;
  /** Nothing is left to try: it was not stopped. */
  isWhole: boolean;
}

/** Take away what the answer does not need. null: the question has no answer for the text as it is.
 *  `question` says what is wrong with a text and a pipeline (null: nothing), always the same of the same; `spell` gives the text in generic or
 *  custom form, or null when it cannot be read; `tell` hears how far it is; `stopped` says that it is enough. */
export function reduce(what: {
  text: string;
  pipeline?: string | null;
  question: (text: string, pipeline: string | null) => string | null | Promise<string | null>;
  spell: (text: string, generic: boolean) => string | null | Promise<string | null>;
  tell?: (state: { tried: number; lines: number; passes: number }) => void;
  stopped?: () => boolean;
}): Promise<Reduced | null>;

/** A question for reduce(): the first error in the text, or of the pipeline on it, without names of values; or that casts are left. null: all is
 *  well. It sets the session's text. */
export function wrongWith(session: Session, text: string, pipeline: string | null): string | null;
