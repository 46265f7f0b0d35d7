/** What the inspection reports. */
export type FindingKind =
  /** Text that differs too little from what is behind it (WCAG 1.4.3), typed values and placeholders included. */
  | 'contrast'
  /** A control without text that has too little contrast with its surroundings (WCAG 1.4.11). */
  | 'faint'
  /** Text that is cut: with an ellipsis while space is free in its row, or without one. */
  | 'cut'
  /** Text that runs out of its box or of the window. */
  | 'spill'
  /** A word broken over two lines, or Chinese with a character in each line: its column is too narrow. */
  | 'split'
  /** Text over text. */
  | 'overlap'
  /** Text smaller than people can read, after all scaling. */
  | 'small-text'
  /** A target under 24 by 24 px (WCAG 2.5.8). */
  | 'target'
  /** A control that no scrolling brings into the window. */
  | 'reach'
  /** A control under something else. */
  | 'covered'
  /** The page scrolls sideways. */
  | 'sideways'
  /** The focus is nowhere after an action, or on something invisible. */
  | 'focus'
  /** A control whose focus can't be seen (WCAG 2.4.7). */
  | 'focus-ring'
  /** A field marked as invalid without a visible reason. */
  | 'unexplained'
  /** The key of a text, or a placeholder in it, instead of the text. */
  | 'raw-key'
  /** English left in another language. */
  | 'untranslated'
  /** A rule of axe, named in `measured`. */
  | 'axe';

export interface Finding {
  kind: FindingKind;
  /** A CSS selector without positions: it may match several elements, and survives rebuilds. */
  selector: string;
  /** What the element says, at most 60 characters. */
  text: string;
  measured: string;
  required: string;
  /** The screen, window size, theme and language, and the frame if it isn't the page itself. */
  where: string;
  /** How many elements that the selector matches have this finding; `text` and `measured` are of the worst. */
  count: number;
}

/** A finding within one frame, before equal ones are joined. `severity` orders them: the smaller, the worse. */
export interface Fault extends Omit<Finding, 'where' | 'count'> {
  severity: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A text or a control whose contrast is measured on a picture of the page. */
export interface Sample {
  selector: string;
  text: string;
  /** Where to look, in pixels of the frame's viewport. */
  boxes: Box[];
  required: number;
  /** Null for a control without text, which is compared with its surroundings. */
  colour: TextColour | null;
}

/** Red, green and blue from 0 to 255, and alpha from 0 to 1; not premultiplied. */
export type Rgba = [red: number, green: number, blue: number, alpha: number];

export interface TextColour {
  fill: Rgba;
  /** The opacity of all groups that the text is in. */
  opacity: number;
  /** The backgrounds within these groups, which fade with the text. */
  group: Rgba;
  /** Translucent layers above the text, from the lowest. */
  above: Rgba[];
}

/** What the code in the page needs to know. */
export interface PageOptions {
  /** Pixels. */
  minimumText: number;
  /** The part of this frame that can be seen or scrolled to in the frames around it, in pixels of its own viewport. */
  bounds: Box | null;
  /** The keys of all texts. */
  keys: string[];
  /** Latin words that may stand in a text of another script; null if the page is in English. */
  allowedWords: string[] | null;
  /** Whether to move the focus to each control, to see how it shows. */
  focusRings: boolean;
}
