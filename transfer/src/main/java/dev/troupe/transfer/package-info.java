/// Objects between the stores of nodes: pulled in chunks from several sources at once, relayed, dropped with their original. Start with [Transfers].
package dev.troupe.transfer;
