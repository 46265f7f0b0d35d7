const ships = {
  en: {
    carrier: 'carrier',
    battleship: 'battleship',
    cruiser: 'cruiser',
    submarine: 'submarine',
    destroyer: 'destroyer',
  },
  'zh-CN': { carrier: '航空母舰', battleship: '战列舰', cruiser: '巡洋舰', submarine: '潜艇', destroyer: '驱逐舰' },
};

/** The board's texts by language. */
const languages = {
  en: {
    title: 'Battleship',
    seas: { own: 'Your sea', their: 'Their sea' },
    fleet: 'Their fleet',
    place: 'Select a ship, then a cell, or drag it.',
    placing: 'The fleets are being placed.',
    waiting: { own: 'Your shot.', their: 'Their shot.' },
    already: (cell) => `You already shot at ${cell}.`,
    noRoom: (ship) => `No room for the ${ship} there.`,
    opening: 'Both seas are being revealed.',
    broken: (who, cell) => `${who ?? 'You'} revealed ${cell} as something other than what was committed.`,
    sunk: 'All ships are sunk.',
    last: (who, cell, value) => `${who ?? 'You'} shot at ${cell}${value ? `: ${value}` : ''}.`,
    sank: (ship) => `${ship} sunk`,
    tools: { rotate: 'Rotate', shuffle: 'Random', ready: 'Use fleet' },
    water: 'water',
    ships: ships.en,
    /** `B7, hit: carrier` */
    cell: (name, state) => `${name}, ${state}`,
    states: {
      unknown: 'not shot at',
      pending: 'shot at',
      miss: 'water',
      hit: (ship) => `hit: ${ship}`,
      ship: (ship) => ship,
      selected: (ship) => `${ship}, selected`,
      free: 'free',
    },
    summary: (shots, hits, afloat) =>
      `${shots} ${shots === 1 ? 'shot' : 'shots'}, ${hits} ${hits === 1 ? 'hit' : 'hits'}; afloat: ${afloat}`,
    list: (items) => items.join(', ') || 'none',
  },
  'zh-CN': {
    title: '海战棋',
    seas: { own: '你的海域', their: '对方海域' },
    fleet: '对方舰队',
    place: '先选船，再选格，也可以拖动。',
    placing: '双方正在布阵。',
    waiting: { own: '轮到你开炮。', their: '轮到对方开炮。' },
    already: (cell) => `你已经打过 ${cell}。`,
    noRoom: (ship) => `这里放不下${ship}。`,
    opening: '双方正在揭晓海域。',
    broken: (who, cell) => `${who ?? '你'}揭晓的 ${cell} 与承诺不符。`,
    sunk: '全部船只已沉没。',
    last: (who, cell, value) => `${who ?? '你'}打了 ${cell}${value ? `：${value}` : ''}。`,
    sank: (ship) => `${ship}沉没`,
    tools: { rotate: '旋转', shuffle: '随机', ready: '就用它' },
    water: '水面',
    ships: ships['zh-CN'],
    cell: (name, state) => `${name}，${state}`,
    states: {
      unknown: '未打过',
      pending: '已打',
      miss: '落空',
      hit: (ship) => `命中${ship}`,
      ship: (ship) => ship,
      selected: (ship) => `${ship}，已选中`,
      free: '空',
    },
    summary: (shots, hits, afloat) => `${shots} 炮，命中 ${hits}；尚存：${afloat}`,
    list: (items) => items.join('、') || '无',
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
