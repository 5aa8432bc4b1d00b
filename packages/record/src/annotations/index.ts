/** What people say about a record: comments, variations, drawings, and signed annotations. */

export {
  type Annotations,
  type AnnotationsNode,
  decodeAnnotations,
  encodeAnnotations,
  encodeRemarksJson,
  hasRemarks,
  keepRemarks,
  type LoadedRemarks,
  loadAnnotations,
  type OpenedRemarks,
  openRemarks,
  remarksBlock,
  remarksUpTo,
} from './annotations.ts';
export * from './shared-notes.ts';
