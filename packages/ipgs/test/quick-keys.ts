/** Where this is imported, passphrases are stretched a thousand times less: not of what a command does, but of how often. */
import { config } from 'openpgp';

config.s2kIterationCountByte = 64; // 16,384 bytes are hashed (RFC 9580 §3.7.1.3) instead of 16 MiB
