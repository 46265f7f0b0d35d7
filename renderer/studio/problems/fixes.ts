/** How an author can fix a request that the content security policy blocked. */

export type Fix =
  | 'inline_script'
  | 'eval'
  | 'script'
  | 'style'
  | 'image'
  | 'font'
  | 'media'
  | 'network'
  | 'frame'
  | 'worker'
  | 'form'
  | 'base'
  | 'other';

const fixByDirective: { [directive: string]: Fix } = {
  'script-src': 'script',
  'style-src': 'style',
  'img-src': 'image',
  'font-src': 'font',
  'media-src': 'media',
  'connect-src': 'network',
  'frame-src': 'frame',
  'child-src': 'frame',
  'worker-src': 'worker',
  'form-action': 'form',
  'base-uri': 'base',
};

/** `address` is the violation's `blockedURI`: a URL, or a keyword such as `inline`. */
export function fixOf(directive: string, address: string): Fix {
  const fix = fixByDirective[directive.replace(/-(?:elem|attr)$/, '')] ?? 'other';
  if (fix !== 'script') return fix;
  if (address === 'inline') return 'inline_script';
  return address.endsWith('eval') ? 'eval' : 'script';
}
