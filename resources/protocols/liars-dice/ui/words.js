/** The board's texts by language. */
const languages = {
  en: {
    title: "Liar's Dice",
    hands: { own: 'Your dice', their: 'Their dice' },
    dice: (title, dice, hidden) => `${title}: ${dice.join(', ') || (hidden ? `${hidden} hidden` : 'none')}`,
    choose: { first: ['Your bid.', 'How many of which face?'], next: ['Your turn.', 'Raise the bid or call.'] },
    waiting: {
      own: 'Your turn.',
      their: 'Their turn.',
      rolling: 'The dice are rolled.',
      opening: 'The dice are opened.',
    },
    last: (own, quantity, face) => `${own ? 'You' : 'They'} bid ${quantity} × ${face}.`,
    over: { own: 'You won.', their: 'They won.', none: 'Unfinished.' },
    lie: (own, die) => `${own ? 'Your' : 'Their'} die ${die} is not what was committed.`,
    /** A finished round. */
    past: ({ round, own, quantity, face, counted, lost }) =>
      `Round ${round}: ${own ? 'your' : 'their'} ${quantity} × ${face} was called, there ${counted === 1 ? 'was' : 'were'} ${counted}. ${lost ? 'You' : 'They'} lost a die.`,
    call: 'Call',
    bid: (quantity, face, state) => `${quantity} × ${face}${state && `, ${state}`}`,
    states: { own: 'your bid', their: 'their bid', low: 'too low', open: '' },
    wild: 'Ones are wild.',
  },
  'zh-CN': {
    title: '大话骰',
    hands: { own: '你的骰子', their: '对方的骰子' },
    dice: (title, dice, hidden) => `${title}：${dice.join('、') || (hidden ? `${hidden} 颗未亮` : '无')}`,
    choose: { first: ['请叫数。', '多少颗？几点？'], next: ['轮到你。', '加叫或开。'] },
    waiting: { own: '轮到你。', their: '轮到对方。', rolling: '正在掷骰。', opening: '正在亮骰。' },
    last: (own, quantity, face) => `${own ? '你' : '对方'}叫了 ${quantity} × ${face}。`,
    over: { own: '你赢了。', their: '对方赢了。', none: '未下完。' },
    lie: (own, die) => `${own ? '你' : '对方'}的第 ${die} 颗骰子与承诺不符。`,
    past: ({ round, own, quantity, face, counted, lost }) =>
      `第 ${round} 回合：${own ? '你' : '对方'}叫的 ${quantity} × ${face} 被开，实有 ${counted} 颗。${lost ? '你' : '对方'}丢一颗骰。`,
    call: '开',
    bid: (quantity, face, state) => `${quantity} × ${face}${state && `，${state}`}`,
    states: { own: '你叫的', their: '对方叫的', low: '太低', open: '' },
    wild: '一点万能。',
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
