/** Metadata of a record as lines for the page. */
import {
  describeTimeControl,
  type Header,
  type Kit,
  type Metadata,
  metadataOf,
  openingWords,
} from '@kifu/core';
import type { RecordTexts } from '../language.ts';
import { namesIn } from './record-texts.ts';
import type { OpenedRecord } from './types.ts';

export function aboutRecord(
  header: Header,
  kit: Kit,
  texts: RecordTexts,
): Pick<OpenedRecord, 'roles' | 'about' | 'opening' | 'isNameless'> {
  const { seatNames, openings } = kit;
  const facts = metadataOf(header, seatNames);
  const nameOf = namesIn(kit, texts);
  return {
    roles: seatNames.map((_, seat) =>
      [facts.titles[seat], facts.ratings[seat], nameOf(seat)]
        .filter(text => text != null)
        .join(' '),
    ),
    about: aboutMatch(header, facts, texts),
    opening: openingWords(facts),
    isNameless: openings !== undefined && facts.openingName === null,
  };
}

function aboutMatch(
  { tags, startedAt, terms }: Header,
  { event, round, timeControl }: Metadata,
  { match, viewerEngine }: RecordTexts,
): string {
  const where = event ?? tags.event ?? '';
  const day = startedAt?.slice(0, 10) ?? tags.Date?.replaceAll('.', '-') ?? '';
  return [
    where.replaceAll('?', ''),
    round === null ? '' : viewerEngine.round(`${round}`),
    day.replaceAll('?', '').replace(/-+$/, ''),
    terms?.clock ? describeTimeControl(terms.clock, match) : (timeControl ?? ''),
  ]
    .filter(text => text.trim() !== '')
    .join(' · ');
}
