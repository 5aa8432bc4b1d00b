/** What a record says of itself, in lines for the page. */
import { type Header, type Kit, type Metadata, metadataOf, openingWords } from '@kifu/core';
import type { OpenedRecord } from './types.ts';

export function aboutRecord(
  header: Header,
  { seatNames, openings }: Kit,
): Pick<OpenedRecord, 'roles' | 'about' | 'opening' | 'isNameless'> {
  const facts = metadataOf(header, seatNames);
  return {
    roles: seatNames.map((name, seat) =>
      [facts.titles[seat], facts.ratings[seat], name].filter(text => text != null).join(' '),
    ),
    about: aboutMatch(header, facts),
    opening: openingWords(facts),
    isNameless: openings !== undefined && facts.openingName === null,
  };
}

function aboutMatch({ tags, startedAt }: Header, { event, round, timeControl }: Metadata): string {
  const where = event ?? tags.event ?? '';
  const day = startedAt?.slice(0, 10) ?? tags.Date?.replaceAll('.', '-') ?? '';
  return [
    where.replaceAll('?', ''),
    round === null ? '' : `round ${round}`,
    day.replaceAll('?', '').replace(/-+$/, ''),
    timeControl ?? '',
  ]
    .filter(text => text.trim() !== '')
    .join(' · ');
}
