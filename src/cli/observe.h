// Watching passes: the IR around them, how long they take, what they count, a reproducer of the one that fails.
#ifndef RUNG_CLI_OBSERVE_H
#define RUNG_CLI_OBSERVE_H

#include "cli/cli.h"

typedef struct PassTime {    // of one pass of the pipeline, over all ops it ran on
  char *name;                // NULL: it did not run
  char *nest;                // "func.func" of the pipelines it stands in, with '/' between them
  double seconds;
} PassTime;

typedef struct OpCount {     // files written for one operation
  const void *id;
  int32_t count;
} OpCount;

typedef struct PassObserver {
  const Options *options;
  const Piece *piece;
  bool shows_messages;
  uint32_t shown;            // messages on stderr already
  bool json;                 // how times are reported
  double started;
  PassTime *times;
  uint32_t time_count;
  Text before;               // the IR before the pass, to detect changes
  OpCount *counts;
  size_t count_count;
  Text reproducer;           // to be written when a pass fails
  bool out_of_memory;        // memory was refused, so the report is not complete
  bool failed;               // a file could not be written, which was reported
} PassObserver;

// What RungObserver calls; its data is a PassObserver.
void on_pass(void *data, RungSession *session, const RungPassEvent *event);
// Messages from the `first` one on; returns how many there are.
uint32_t render_from(const RungSession *session, uint32_t first, const Options *options, const Piece *piece);
// --mlir-timing, in seconds; a negative `print`: nothing was printed. Frees what the observer holds.
void report_times(PassObserver *self, double parse, double print, double total);
// --mlir-pass-statistics
void report_statistics(const Options *o, RungSession *session);
double seconds(void);   // of a clock

#endif
