/** Tries every known way to send data out of a page, one after the other, to the destinations in `targets.js`, which the test writes. */
import { host, stun, zone } from './targets.js';

const to = (name) => `http://${host}/${name}`;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function add(tag, properties, attributes = {}) {
  const node = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  document.body.append(node);
  return node;
}
const link = (rel, href, attributes) => add('link', { rel, href }, attributes);

export const attempts = {
  fetch: () => fetch(to('fetch'), { mode: 'no-cors' }),
  xhr: () => {
    const request = new XMLHttpRequest();
    request.open('GET', to('xhr'));
    request.send();
  },
  websocket: () => new WebSocket(`ws://${host}/websocket`),
  eventsource: () => new EventSource(to('eventsource')),
  beacon: () => navigator.sendBeacon(to('beacon'), 'x'),
  img: () => add('img', { src: to('img') }),
  srcset: () => add('img', { srcset: `${to('srcset')} 1x` }),
  stylesheet: () => link('stylesheet', to('stylesheet')),
  background: () => add('div', { textContent: 'x' }, { style: `background: url(${to('background')})` }),
  svg: () => {
    const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
    image.setAttribute('href', to('svg'));
    add('div', {}).appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg')).append(image);
  },
  script: () => add('script', { src: to('script') }),
  module: () => import(to('module')),
  video: () => add('video', { src: to('video'), preload: 'auto', muted: true, autoplay: true }),
  frame: () => add('iframe', { src: to('frame') }),
  object: () => add('object', { data: to('object') }),
  embed: () => add('embed', { src: to('embed') }),
  preload: () => link('preload', to('preload'), { as: 'image' }),
  modulepreload: () => link('modulepreload', to('modulepreload')),
  prefetch: () => link('prefetch', to('prefetch')),
  icon: () => link('icon', to('icon')),
  font: () => new FontFace('x', `url(${to('font')})`).load(),
  popup: () => window.open(to('popup')),
  worker: () => new Worker(to('worker')),
  preconnect: () => link('preconnect', `http://${host}`),
  speculation: () =>
    add('script', {
      type: 'speculationrules',
      textContent: JSON.stringify({ prefetch: [{ urls: [to('speculation')] }] }),
    }),
  dns_prefetch: () => link('dns-prefetch', `http://prefetched.${zone}`),
  dns_fetch: () => fetch(`http://fetched.${zone}/`, { mode: 'no-cors' }),
  dns_preconnect: () => link('preconnect', `http://preconnected.${zone}`),
  webtransport: () => new WebTransport(`https://${host}/`),
  webrtc: async () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:${stun}` }] });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  },
};

/** Calls `onMost` before the last attempts, which may leave this page. */
export async function egress(onMost) {
  for (const attempt of Object.values(attempts)) {
    try {
      Promise.resolve(attempt()).catch(() => {});
    } catch {
      // Refused immediately.
    }
    await pause(10);
  }
  await pause(1500);
  onMost();
  await pause(500);
  // Each of these may leave the page.
  add('form', { action: to('form'), method: 'post' }).submit();
  await pause(200);
  add('a', { href: to('download'), download: 'x' }).click();
  await pause(200);
  add('a', { href: to('navigation'), ping: to('ping') }).click();
  await pause(500);
}
