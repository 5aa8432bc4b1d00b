/** What people say about a record: comments, variations, drawings, and signed annotations. */
export * from './annotation.ts';
export {
  decodeRemarks,
  encodeRemarks,
  encodeRemarksJson,
  hasRemarks,
  keepRemarks,
  type LoadedRemarks,
  loadRemarks,
  type OpenedRemarks,
  openRemarks,
  type Remarks,
  type RemarksNode,
  remarksBlock,
  remarksUpTo,
} from './remarks.ts';
