/** The board's texts by language. */
const languages = {
  en: {
    title: 'Oracle',
    asks: (name) => `${name} asked`,
    yours: 'You asked',
    noQuestion: (name) => `${name} is still thinking of a question.`,
    unseen: 'Nobody has asked yet.',
    sign: { yes: 'Yes', likely: 'Likely', unclear: 'Unclear', unlikely: 'Unlikely', no: 'No' },
    certainty: (level) => `Certainty ${level} of 5`,
    ask: ['Ask your question.', 'Pick one, or write your own in the field below the board.'],
    own: 'Your question',
    choose: ['Choose your answer.', ''],
    sure: ['How sure are you?', '1 is a guess, 5 is quite sure.'],
    waits: (name) => `${name} is answering.`,
    agent: 'Your agent answers at this seat.',
    over: 'The question was left unanswered.',
  },
  'zh-CN': {
    title: '神谕',
    asks: (name) => `${name}问`,
    yours: '你问',
    noQuestion: (name) => `${name}还在想问题。`,
    unseen: '还没有人提问。',
    sign: { yes: '是', likely: '很可能', unclear: '不明', unlikely: '不太可能', no: '否' },
    certainty: (level) => `把握 ${level}/5`,
    ask: ['提出你的问题。', '选一个，或在盘面下方的输入框里写。'],
    own: '你的问题',
    choose: ['选择你的回答。', ''],
    sure: ['你有多大把握？', '1 是猜测，5 是很有把握。'],
    waits: (name) => `${name}正在作答。`,
    agent: '这个座位由你的智能体作答。',
    over: '这个问题没有得到回答。',
  },
};

export const wordsIn = (locale) => languages[locale] ?? languages.en;
