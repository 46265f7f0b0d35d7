/** The board's texts by language. */
const languages = {
  en: {
    title: 'Dots and Boxes',
    yours: 'Your move.',
    theirs: 'Their move.',
    again: (who) => (who === null ? 'You draw again.' : `${who} draws again.`),
    full: 'All lines are drawn.',
    already: (from, to) => `${from} to ${to} is drawn already.`,
    you: 'You',
    they: 'They',
    scores: (own, name, their) => `You have ${own}, ${name} has ${their}.`,
    pass: 'Pass',
    /** `a1 to b1, free; boxes beside it have 2 and 3 sides` */
    free: (from, to, sides) =>
      `${from} to ${to}, free; ${sides.length > 1 ? 'boxes' : 'box'} with ${sides.join(' and ')} of 4 sides`,
    drawn: (from, to, who) => `${from} to ${to}, drawn by ${who ?? 'you'}`,
    drew: (who, from, to, closed) => {
      const boxes = ['', ' and closed a box', ' and closed two boxes'][closed];
      return `${who ?? 'You'} drew ${from} to ${to}${boxes}.`;
    },
  },
  'zh-CN': {
    title: '点格棋',
    yours: '轮到你了。',
    theirs: '轮到对方。',
    again: (who) => `${who ?? '你'}再画一条。`,
    full: '所有线都已画完。',
    already: (from, to) => `${from} 至 ${to} 已经画过。`,
    you: '你',
    they: '对方',
    scores: (own, name, their) => `你 ${own} 格，${name}有 ${their} 格。`,
    pass: '停一手',
    free: (from, to, sides) => `${from} 至 ${to}，未画；相邻方格已有 ${sides.join('、')} 边`,
    drawn: (from, to, who) => `${from} 至 ${to}，${who ?? '你'}画的`,
    drew: (who, from, to, closed) => {
      const boxes = ['', '，围成一格', '，围成两格'][closed];
      return `${who ?? '你'}画了 ${from} 至 ${to}${boxes}。`;
    },
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
