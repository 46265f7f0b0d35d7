/** The window's title: the page's name, or an alert while something needs the user. */
let page = 'Parlor';
let alert: string | null = null;

function write(): void {
  document.title = alert ?? page;
}

export function setPageTitle(title: string): void {
  page = title;
  write();
}

/** Replaces the page's name; null restores it. */
export function setAlertTitle(title: string | null): void {
  alert = title;
  write();
}
