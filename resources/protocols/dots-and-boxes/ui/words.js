/** The board's texts by language. */
const languages = {
  en: {
    title: 'Dots and Boxes',
    yours: 'Your move.',
    theirs: 'Their move.',
    again: { own: 'You draw again.', their: 'They draw again.' },
    full: 'All lines are drawn.',
    already: (from, to) => `${from} to ${to} is drawn already.`,
    you: 'You',
    they: 'They',
    scores: (own, their) => `You have ${own}, they have ${their}.`,
    pass: 'Pass',
    /** `a1 to b1, free; boxes beside it have 2 and 3 sides` */
    free: (from, to, sides) =>
      `${from} to ${to}, free; ${sides.length > 1 ? 'boxes' : 'box'} with ${sides.join(' and ')} of 4 sides`,
    drawn: (from, to, own) => `${from} to ${to}, drawn by ${own ? 'you' : 'them'}`,
    drew: (own, from, to, closed) => {
      const boxes = ['', ' and closed a box', ' and closed two boxes'][closed];
      return `${own ? 'You' : 'They'} drew ${from} to ${to}${boxes}.`;
    },
  },
  'zh-CN': {
    title: '点格棋',
    yours: '轮到你了。',
    theirs: '轮到对方。',
    again: { own: '你再画一条。', their: '对方再画一条。' },
    full: '所有线都已画完。',
    already: (from, to) => `${from} 至 ${to} 已经画过。`,
    you: '你',
    they: '对方',
    scores: (own, their) => `你 ${own} 格，对方 ${their} 格。`,
    pass: '停一手',
    free: (from, to, sides) => `${from} 至 ${to}，未画；相邻方格已有 ${sides.join('、')} 边`,
    drawn: (from, to, own) => `${from} 至 ${to}，${own ? '你' : '对方'}画的`,
    drew: (own, from, to, closed) => {
      const boxes = ['', '，围成一格', '，围成两格'][closed];
      return `${own ? '你' : '对方'}画了 ${from} 至 ${to}${boxes}。`;
    },
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
