/** What a record proves, in Japanese. */
import type { VerdictTexts, Voucher } from '../en/verdicts.ts';

const numbers = new Intl.NumberFormat('ja');
const list = new Intl.ListFormat('ja');

/** Who vouches for something, after what it is. */
const vouches = (by: Voucher, player: string): string =>
  ({
    none: '誰も保証していません',
    referee: '審判だけが保証しています',
    players: '対局者だけが保証しています',
    player: `${player}だけが保証しています`,
  })[by];

const upTo = (n: number, entries: number): string =>
  n > entries ? 'すべて' : n === 0 ? 'ヘッダー' : `記録${n}まで`;

export const verdicts: VerdictTexts = {
  words: {
    verified: '検証済み',
    refereed: '審判が署名',
    partial: '一部検証済み',
    unsigned: '署名なし',
    sealed: '封印中',
    unknown: '不明',
    broken: '不正',
  },
  meanings: {
    verified:
      'すべての手がルールどおりで、全員が棋譜全体に、結果まで、または退席するまで署名しています。',
    refereed:
      'すべての手がルールどおりで、審判が棋譜全体に署名しています。対局者の署名がない部分は、審判だけが保証しています。',
    partial:
      'すべての手はルールどおりですが、確認できない部分があります。全員の署名がないか、ここでは確かめられません。',
    unsigned: 'すべての手はルールどおりですが、署名がありません。誰が書いたものか分かりません。',
    sealed: '手札は終局まで非公開のため、まだ手を検証できません。',
    unknown: 'このバージョンの Kifu はこのゲームに対応していないため、手を検証できません。',
    broken: '棋譜は途中から不正です。その前までは再生できます。',
  },
  quotes: { open: '「', close: '」', inner: '’' },
  seat: seat => `席${seat}`,
  player: (name, seat) => `${name}（席${seat}）`,
  players: names => list.format(names),
  referee: '審判',
  makers: {
    all: '全員で生成',
    alone: name => `${name}だけで生成`,
    some: names => `${list.format(names)}が生成`,
  },
  caveats: {
    place: (n, entries) => (n === 0 ? 'ヘッダー' : n > entries ? '結果' : `記録${n}`),
    broken: (place, code) => `${place}：${code}`,
    unknown: 'このゲームのルールはここでは利用できません',
    'hidden-hands': '手札は、最後に配り方が公開されるまで非公開です',
    unsigned: '棋譜に署名がありません',
    reasons: {
      start: '開始局面',
      branch: '別の対局の続きであること',
      flag: '時間切れ',
      absence: '対局者の退席',
      'withheld-link': '乱数の開示を拒んだこと',
      abort: '対局の中止',
      decree: '裁定による結果',
      time: '時間による終局',
    },
    vouched: (place, reason, by, player) => `${place}：${reason}は${vouches(by, player)}`,
    rest: (n, entries, by, player, silent) => {
      const all = n > entries ? '結果は' : n === 0 ? '棋譜は' : `記録${n}以降は`;
      return `${all}${vouches(by, player)}（署名なし：${list.format(silent)}）`;
    },
  },
  report: {
    rows: {
      meaning: '意味',
      game: 'ゲーム',
      head: '末尾',
      chain: 'チェーン',
      rules: 'ルール',
      hashes: 'ハッシュ',
      clocks: '時計',
      random: '乱数',
      start: '開始局面',
      branch: '分岐',
      signed: '署名',
      agreed: '合意',
      referee: '審判',
      names: '名前',
      ending: '結果',
      caveat: '注意',
    },
    seat: seat => `席${seat}`,
    quick: (checked, all) => `簡易検証：署名${all}件中${checked}件`,
    game: (game, version, entries) =>
      `${game} バージョン${version}、記録${numbers.format(entries)}件`,
    replayable: good => `、最初の${numbers.format(good)}件は再生できます`,
    chain: links => `${numbers.format(links)}個のつながりを検証`,
    rules: actions => `${numbers.format(actions)}件の操作を検証`,
    rulesHidden: '未検証：手札は、最後に配り方が公開されるまで非公開です',
    hashes: hashes => `${numbers.format(hashes)}個を検証`,
    clocks: readings => (readings === 0 ? 'なし' : `${numbers.format(readings)}件の時刻を検証`),
    random: {
      none: 'このゲームにはありません',
      plain: 'シード方式：ヘッダーの公開シードから計算',
      sealed: '公正さを証明可能、手札は非公開：未検証',
      fair: (makers, draws) =>
        `公正さを証明可能：${makers}、${numbers.format(draws)}回の抽選を検証`,
    },
    start: {
      checked: '指定局面。続きの元になった対局と一致',
      unchecked: '指定局面。未検証',
    },
    branch: {
      checked: '示された対局の続き（検証済み）',
      unchecked: '別の対局の続きとされています（未検証：その対局はここにありません）',
    },
    signed: {
      none: '署名がありません。誰が書いたものか分かりません',
      all: (good, all) =>
        good === all
          ? `${numbers.format(all)}件すべて検証、すべて有効`
          : `${numbers.format(all)}件すべて検証、有効${numbers.format(good)}件`,
      last: all => `${numbers.format(all)}件。各鍵の最後の署名を検証（それより前もすべて含む）`,
      some: (checked, all) => `${numbers.format(all)}件中${numbers.format(checked)}件を検証`,
      commits: commits => `コミット${numbers.format(commits)}件、すべて検証`,
    },
    agreed: (n, entries) =>
      n < 0 ? 'なし：全員の署名がそろっていません' : `${upTo(n, entries)}、全員が署名`,
    unnamed: '（不明）',
    namedByReferee: player => `${player}、審判による名前`,
    noKey: player => `${player}、鍵なし`,
    key: (player, key, known, n, entries) =>
      `${player}、鍵 ${key}${known === null ? '' : `（登録名 ${known}）`}、${n < 0 ? '署名なし' : `${upTo(n, entries)}署名`}`,
    refereeKey: (key, known) =>
      `鍵 ${key}${known === null ? '' : `（登録名 ${known}）`}、すべての記録に署名`,
    names: '名前は鍵が自ら名乗るものです。鍵の持ち主を知っている場合だけ信用できます',
    ending: {
      open: 'まだありません',
      unwritten: outcome => `${outcome}、まだ記録されていません`,
      decree: outcome => `${outcome}、裁定`,
      rules: outcome => `${outcome}、ルールどおり`,
      vouched: (outcome, by, player) => `${outcome}、${vouches(by, player)}`,
    },
  },
};
