/** Help of the commands that play and watch, in Japanese. */
import type { PlayHelp } from '../../en/cli/help-play.ts';

export const play: PlayHelp = {
  demo: {
    summary: 'ボット同士の短い対局を見ます。',
    description:
      'ボット同士の短い対局を見ます。対局は記録、署名、検証、再生され、最後に末尾ノードのコンテンツ ID を表示します。',
    options: {
      '--seed': 'シード：数が違えば対局も変わる',
      '--moves': 'N手で終了',
      '--output': '棋譜を保存：.car、.kifu、.json',
      '--save': 'ライブラリーに保存',
    },
    examples: {
      'kifu demo': 'ターミナルでは盤、それ以外では指し手',
      'kifu demo --seed 3 --moves 20': '別の対局の序盤',
      'kifu demo go --level 4': '別のゲームを強いボットで',
      'kifu demo -o match.car': 'kifu replay match.car のために保存',
    },
  },
  play: {
    summary: 'ターミナルで対局します。',
    description: 'ボットやほかの人とターミナルで対局します。',
    options: {
      '--seats':
        '対局者：席ごとに human、bot、bot:NAME、bot-LEVEL、またはエンジン（uci:stockfish、engine:NAME など）（既定：human,bot）',
      '--elo': 'エンジンの棋力（制限できる場合）',
      '--engine-option': 'エンジンのオプション（複数可）',
      '--move-time': '時計がないときのエンジンの一手の考慮時間、ミリ秒（既定：1000）',
      '--nodes': 'ボットの一手あたりの探索ノード数（既定：2000）',
      '--moves': 'N手で終了（既定：なし）',
      '--load': '保存した棋譜の続きから',
      '--resume': 'ライブラリーの対局を再開。「last」は最新の未終了局',
      '--save': '棋譜をこのファイルにも保存',
      '--server': 'このサーバーで対局し、ほかの人はリンクから参加',
      '--join': '対局に参加、または自分の席に戻る：リンク、または --server と ID',
      '--as': 'サーバーやピアとの対局で：自分の席で対局するエンジン（uci:stockfish など）',
      '--peer': 'サーバーなしでピアに対局を申し込む：アドレス、kifu peer が動いていれば名前',
      '--listen':
        'ピアの申し込みを待って受ける（既定：kifu peer の待ち受け先、なければ localhost）',
      '--seat': '--peer での自分の席（black など）',
      '--delay': '--peer のリアルタイムゲームでの入力遅延（ティック、既定：3）',
      '--clock': '持ち時間：5+3（分＋加算秒）、10、30s か 3d（一手）、20+5x30（秒読み）',
      '--private': '非公開：リンクを知る人だけが参加や観戦ができる',
      '--publish': '一手ごとに公開：peer、ipfs[:public|:MULTIADDR]、kubo[:URL]',
      '--seed': '抽選とボットのシード（既定：新しいもの）',
    },
    examples: {
      'kifu play chess': '白でボットと',
      'kifu play chess --seats bot,human --level 5': '黒で強いボットと',
      'kifu play chess --seats human,uci:stockfish --elo 1500': 'エンジンと対局',
      'kifu play chess --seats human,human --save game.json': '二人で、ファイルに保存',
      'kifu play chess --load game.json': 'その続き',
      'kifu play go --option width=9 --clock 10': '小さな盤で、各10分',
      'kifu play chess --key me --save mine.car': '自分の手に署名',
      'kifu play chess --save live.car --publish ipfs': '一手ごとに公開',
      'kifu play chess --publish peer': 'kifu peer を通して名前で公開',
      'kifu play --resume last': '最後の未終了局を再開',
      'kifu play chess --server http://localhost:7423 --clock 5+3': 'サーバーで、時計あり',
      'kifu play --join http://localhost:7423/live/ID': '受け取ったリンクから参加',
      'kifu play --listen /ip4/0.0.0.0/tcp/4002': 'ピアの申し込みを受ける',
      'kifu play chess --peer /ip4/192.0.2.7/tcp/4002/p2p/NODE': 'サーバーなしで対局を申し込む',
    },
  },
  lobby: {
    summary: 'サーバーの対局を一覧し、参加します。',
    description: 'サーバーの対局の申し込みと進行中の対局を一覧し、参加または観戦します。',
    arguments: { NUMBER: 'この番号の対局に参加' },
    options: { '--game': 'このゲームの対局だけ' },
    examples: {
      'kifu lobby --server http://localhost:7423': '一覧から選ぶ',
      'kifu config set server http://localhost:7423': 'サーバーの URL を保存',
      'kifu lobby 1': '最初の対局に参加',
    },
  },
  watch: {
    summary: '進行中の対局を観戦します。',
    description:
      '進行中の対局を終局まで観戦します。サーバー上の対局でも、対局者が公開する対局でもかまいません。すべてのノードを検証します。',
    arguments: { MATCH: 'リンク、--server と ID、または公開名かルート' },
    options: {
      '--peer': '名前かルートのとき、それを持つピアのアドレス。複数可（既定：動作中のピア）',
      '--publish': '動作中のピアから新しい名前で再公開',
      '--save': '終局後に棋譜をこのファイルに保存',
    },
    examples: {
      'kifu watch https://kifu.example/live/5Gd9_xQ2mA7bTz1c': 'リンクから',
      'kifu watch 5Gd9_xQ2mA7bTz1c --server http://localhost:7423': 'ID から',
      'kifu watch 12D3KooW…': 'ピア同士の対局を名前で（kifu peer 経由）',
      'kifu watch 12D3KooW… --peer /ip4/192.0.2.7/tcp/4001/p2p/NODE': 'このピアから',
      'kifu watch https://kifu.example/live/ID --publish': 'ピアに再配信',
    },
  },
};
