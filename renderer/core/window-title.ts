/** The window's title: the page's name, or an alert while something needs the user. */
import { shownText } from '../../shared/peer-text.ts';

let pageTitle = 'Parlor';
let alertTitle: string | null = null;

function updateTitle(): void {
  document.title = shownText(alertTitle ?? pageTitle);
}

export function setPageTitle(title: string): void {
  pageTitle = title;
  updateTitle();
}

/** Replaces the page's name; null restores it. */
export function setAlertTitle(title: string | null): void {
  alertTitle = title;
  updateTitle();
}
